/** The code of the picture: `CF1` and 128 bits in Crockford's base 32. Its characters make a coarse QR code. */
export const COUNTER_CODE_PATTERN = '^CF1[0-9A-HJKMNP-TV-Z]{26}$'
export const DIGITS_PATTERN = '^[0-9]{6}$'
