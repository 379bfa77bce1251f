/** A store outside our database, such as an image bucket, refuses or does not answer. The API answers 503. */
export class StoreUnavailable extends Error {}
