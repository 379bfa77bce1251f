// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of the files to change
/** A mistake that somebody could make: a text in a file, its replacement, and the tests that should fail. */
export type Mutant = { file: string; from: string; to: string; tests: readonly string[] }

const DECIDE = 'src/domain/redemptions/decide.ts'
const FACTS = 'src/domain/redemptions/facts.ts'
const FACTS_QUERIES = 'src/domain/redemptions/facts-queries.ts'
const TERMS = 'src/domain/redemptions/terms.ts'
const ENGINE = 'src/domain/redemptions/engine.ts'
const REDEEM = 'src/domain/redemptions/redeem.ts'
const PREVIEW = 'src/domain/redemptions/preview.ts'
const WRITE = 'migrations/0016_terms_by_version.sql'
const TABLES = 'migrations/0010_redemptions.sql'
const GUESSES = 'migrations/0021_pin_guesses.sql'

/** Tests of pure functions need no database. */
const TERMS_TEST = ['test/redemptions/terms.test.ts']
const FACTS_TEST = ['test/redemptions/facts.test.ts']
const DECIDE_TEST = ['test/redemptions/decide.test.ts']
const CODES_TEST = ['test/redemptions/codes.test.ts']
export const PURE_TESTS = [...TERMS_TEST, ...FACTS_TEST, ...DECIDE_TEST, ...CODES_TEST]
const REDEEM_TEST = ['test/api/redeem.test.ts']
const LIMITS_TEST = ['test/api/redeem-limits.test.ts']
const IDEMPOTENCY_TEST = ['test/api/redeem-once.test.ts']
const PINS_TEST = ['test/api/redeem-pins.test.ts']
const PIN_RACES_TEST = ['test/races/pin-guesses.test.ts']
const HOUSEKEEPING_TEST = ['test/redemptions/housekeeping.test.ts']
const PREVIEW_TEST = ['test/api/preview-redemption.test.ts']
const TERMS_RACES_TEST = ['test/races/redemption-terms.test.ts']
const CATALOG_TEST = ['test/catalog/catalog-cache.test.ts']
const RACE_TESTS = ['test/races/redemption-traps.test.ts', 'test/races/redemptions.test.ts']

const mutants =
  (file: string, tests: readonly string[]) =>
  (...patches: [string, string][]): Mutant[] =>
    patches.map(([from, to]) => ({ file, from, to, tests }))

export const MUTANTS: Mutant[] = [
  ...mutants(DECIDE, DECIDE_TEST)(
    ['retryAfterSeconds !== null && { retryAfterSeconds }', 'false'],
    ['retryAfterSeconds !== null && { retryAfterSeconds }', 'retryAfterSeconds !== null'],
    ["voucher === null || voucher.status === 'DRAFT'", 'voucher === null'],
    ["voucher === null || voucher.status === 'DRAFT'", "voucher?.status === 'DRAFT'"],
    [
      "=> !covers(scope, merchantId, merchantCategory)),\n  ],\n  ['outlet_not_found",
      "=> false),\n  ],\n  ['outlet_not_found",
    ],
    ['=> !covers(scope, merchantId, merchantCategory)),\n  ],\n  [\n', '=> false),\n  ],\n  [\n'],
    ['({ outlet }) => outlet === null', '() => false'],
    ['({ outlet }) => outlet === null', '({ outlet }) => outlet == null'],
    ["status !== 'PUBLISHED' || !merchantIsActive", "status !== 'PUBLISHED'"],
    ["status !== 'PUBLISHED' || !merchantIsActive", '!merchantIsActive'],
    ['validFrom !== null && now < validFrom', 'false'],
    ['validFrom !== null && now < validFrom', 'validFrom !== null && now <= validFrom'],
    ['validUntil !== null && now >= validUntil', 'validUntil !== null && now > validUntil'],
    ['validUntil !== null && now >= validUntil', 'now >= (validUntil ?? 0)'],
    ['outlet != null && !isValidAt(voucher, outlet)', 'false'],
    ['outlet.merchantId === merchantId && (outletIds', '(outletIds'],
    ['outletIds === null || outletIds.includes(outlet.id)', 'true'],
    ['outletIds === null || outletIds.includes(outlet.id)', 'outletIds?.includes(outlet.id) === true'],
    ['({ isActive }) => !isActive', '() => false'],
    ['({ hasPin }) => !hasPin', '() => false'],
    ['pinIsRight === false', 'false'],
    ['pinIsRight === false', '!pinIsRight'],
    ['facts.defenseSeconds !== null && rule(outlet, facts)', 'rule(outlet, facts)'],
    ['facts.defenseSeconds !== null && rule(outlet, facts)', 'false'],
    ['(position === null || consumer === null) && {', 'consumer === null && {'],
    ['(position === null || consumer === null) && {', 'position === null && {'],
    ['{ retryAfterSeconds: defenseSeconds }', 'true'],
    ["  ['too_far', ofDefendedOutlet(({ position }, { consumer }) => tooFar(position, consumer))],\n", ''],
    ["RULES.findIndex(([code]) => code === 'invalid_pin')", '1'],
    ["RULES.findIndex(([code]) => code === 'invalid_pin')", 'RULES.length'],
    ['consumer !== null && tooFar(position, consumer) === false', 'consumer !== null'],
    ['meters > GEOFENCE_METERS', 'meters >= GEOFENCE_METERS'],
    ['meters > GEOFENCE_METERS', 'tenths(meters) > GEOFENCE_METERS'],
    ['GEOFENCE_METERS = 150', 'GEOFENCE_METERS = 151'],
    ['distanceMeters: tenths(meters)', 'distanceMeters: meters'],
    ['favoritesOnly && !isFavorite', 'false'],
    ['favoritesOnly && !isFavorite', '!isFavorite'],
    ["claimFlow === 'WALLET' && !hasClaim", 'false'],
    ["claimFlow === 'WALLET' && !hasClaim", '!hasClaim'],
    ["claimFlow === 'WALLET' && from !== null && now < from", 'from !== null && now < from'],
    [
      "claimFlow === 'WALLET' && from !== null && now < from",
      "claimFlow === 'WALLET' && from !== null && now <= from",
    ],
    ["claimFlow === 'WALLET' && until !== null && now >= until", 'until !== null && now >= until'],
    [
      "claimFlow === 'WALLET' && until !== null && now >= until",
      "claimFlow === 'WALLET' && until !== null && now > until",
    ],
    ['usedByUser >= redemptionCount', 'usedByUser > redemptionCount'],
    ['limit: redemptionCount, used: usedByUser', 'limit: redemptionCount, used: redemptionCount + 1'],
    ['cap !== null && usedByAll >= cap', 'cap !== null && usedByAll > cap'],
    ['cap !== null && usedByAll >= cap', 'usedByAll >= (cap ?? 0)'],
    ["codeSource === 'MANUAL' && codesLeft < 1", 'codesLeft < 1'],
    ["codeSource === 'MANUAL' && codesLeft < 1", 'false'],
    [
      'if (position === null || consumer === null) return false',
      'if (position === null || consumer === null) return true',
    ],
    ["status: 'FLAGGED', flagReason: 'gps_unavailable'", "status: 'SUCCESS', flagReason: 'gps_unavailable'"],
    [
      "status: 'SUCCESS', flagReason: 'outlet_not_geolocated'",
      "status: 'FLAGGED', flagReason: 'outlet_not_geolocated'",
    ],
    ['gpsAvailable = consumer !== null', 'gpsAvailable = true'],
    [
      'gpsDistanceMeters = tenths(distanceMeters(position, consumer))',
      'gpsDistanceMeters = distanceMeters(position, consumer)',
    ],
    [
      "['outlet_inactive', ofOutlet(({ isActive }) => !isActive)],\n  ['outlet_pin_not_set', ofOutlet(({ hasPin }) => !hasPin)],",
      "['outlet_pin_not_set', ofOutlet(({ hasPin }) => !hasPin)],\n  ['outlet_inactive', ofOutlet(({ isActive }) => !isActive)],",
    ],
  ),
  ...mutants('src/domain/redemptions/codes.ts', CODES_TEST)(
    ['byte & 31', 'byte & 15'],
    ['[0, 4, 8]', '[0, 4]'],
    ["'0123456789ABCDEFGHJKMNPQRSTVWXYZ'", "'0123456789ABCDEFGHIJKLMNOPQRSTUV'"],
  ),
  ...mutants(TERMS, TERMS_TEST)(
    ['version === known.version ? known', 'known.version > 0 ? known'],
    ['if (terms.version >= kept.version) kept = terms', 'kept = terms'],
    ['> most ? noTerms() : kept', '> most ? kept : kept'],
    ['hasPin: pinHash !== null', 'hasPin: true'],
    ['latitude === null || longitude === null ? null : { latitude, longitude }', 'null'],
  ),
  ...mutants(FACTS, FACTS_TEST)(
    ['if (replay || userId === null) return null', 'if (userId === null) return null'],
    ['if (granted > 0 ||', 'if (granted >= 0 ||'],
    ['if (lockedUntil) return', 'if (false) return'],
    ['left.set(userId, granted - 1)', ''],
    ['Math.ceil((timeMs', 'Math.floor((timeMs'],
    ['Math.max(1, Math.ceil', 'Math.max(0, Math.ceil'],
    ['ATTEMPT_LIMITS.windowSeconds * 1000', 'ATTEMPT_LIMITS.windowSeconds'],
  ),
  ...mutants(FACTS, LIMITS_TEST)(
    ['{ attempts: 5,', '{ attempts: 6,'],
    ['windowSeconds: 60 }', 'windowSeconds: 59 }'],
    ["voucher?.timezone ?? 'UTC'", "'UTC'"],
    ["voucher?.cycle ?? 'ONE_TIME'", "'ONE_TIME'"],
    ['row?.used[cycle.key] ?? 0', '0'],
    ['supply?.used[cycle.key] ?? 0', '0'],
  ),
  ...mutants(FACTS, REDEEM_TEST)(
    ['row?.isFavorite ?? false', 'true'],
    ['row?.hasClaim ?? false', 'true'],
    ['scope: request.partner.scope', 'scope: null'],
    ['vault.pinMatches(outlet.id, request.pin, outlet.pinHash)', 'true'],
  ),
  ...mutants(FACTS, RACE_TESTS)(
    ['running.usedByUser.get(userBucket(request, cycle)) ??', ''],
    ['running.usedByAll.get(request.voucherId) ??', ''],
    ['running.codesLeft.get(request.voucherId) ??', ''],
  ),
  ...mutants(FACTS_QUERIES, LIMITS_TEST)(
    ['where counts and replay is null and locked_until is null', 'where counts and replay is null'],
    ['and l.locked_until > ${now}::timestamptz) as locked_until', ') as locked_until'],
    ['|| excluded.times\n        )[1:${limits.attempts}]', '|| excluded.times\n        )'],
  ),
  ...mutants(FACTS_QUERIES, PINS_TEST)(
    ['where d.outlet_id = known.outlet_id and d.defended_until >', 'where d.defended_until >'],
    ['and d.defended_until > ${now}::timestamptz', ''],
    ['r.user_id = known.user_id and r.outlet_id = known.outlet_id', 'r.user_id = known.user_id'],
    ['r.user_id = known.user_id and r.outlet_id = known.outlet_id', 'r.outlet_id = known.outlet_id'],
  ),
  ...mutants(GUESSES, LIMITS_TEST)(
    ['f.user_id = guess.user_id and f.at > lock_window_start', 'f.at > lock_window_start'],
    ['f.user_id = guess.user_id and f.at > lock_window_start', 'f.user_id = guess.user_id'],
    ['and f.at > lock_window_start', 'and f.at >= lock_window_start'],
    [
      'where f.outlet_id = guess.outlet_id and f.user_id = guess.user_id and',
      'where f.user_id = guess.user_id and',
    ],
  ),
  ...mutants(GUESSES, PINS_TEST)(
    ['and d.defended_until > moment and is_newcomer', 'and d.defended_until > moment'],
    ['r.user_id = guess.user_id and r.outlet_id = guess.outlet_id', 'r.user_id = guess.user_id'],
    ['f.at > defense_window_start and f.by_newcomer', 'f.at > defense_window_start'],
    ['f.at > defense_window_start and f.by_newcomer', 'f.at >= defense_window_start and f.by_newcomer'],
    ['(outlet_defended_until is null or guess.is_at_outlet)', 'outlet_defended_until is null'],
    ['outlet_defended_until is not null or max_of_newcomers', 'max_of_newcomers'],
    ['and is_newcomer and (\n        outlet_defended_until', 'and (\n        outlet_defended_until'],
  ),
  ...mutants(GUESSES, PIN_RACES_TEST)(
    ['if guess.is_wrong and user_locked_until is null and', 'if guess.is_wrong and'],
    ['and (outlet_defended_until is null or guess.is_at_outlet)', ''],
    [
      'on conflict (outlet_id) do update set guessed_at = greatest(d.guessed_at, excluded.guessed_at);',
      'on conflict (outlet_id) do nothing;',
    ],
  ),
  ...mutants('src/domain/redemptions/pin-guesses.ts', LIMITS_TEST)(
    ['wrongPins: 10,', 'wrongPins: 9,'],
    ['wrongPins: 10,', 'wrongPins: 11,'],
    ['windowMs: 24 * HOUR_MS, lastsMs: HOUR_MS', 'windowMs: 24 * HOUR_MS, lastsMs: 2 * HOUR_MS'],
  ),
  ...mutants('src/domain/redemptions/pin-guesses.ts', PINS_TEST)(
    ['wrongPins: 20,', 'wrongPins: 19,'],
    ['wrongPins: 20,', 'wrongPins: 21,'],
    ['windowMs: 10 * MINUTE_MS, lastsMs: HOUR_MS', 'windowMs: 10 * MINUTE_MS, lastsMs: 2 * HOUR_MS'],
  ),
  ...mutants('src/domain/redemptions/pin-guesses.ts', PIN_RACES_TEST)(
    ['retryAfterSeconds: secondsUntil(userLockedUntil, now)', 'retryAfterSeconds: null'],
    ['defenseSeconds: secondsUntil(outletDefendedUntil, now)', 'defenseSeconds: null'],
    ['isAtOutlet: isAtOutlet(facts)', 'isAtOutlet: true'],
  ),
  ...mutants('src/domain/redemptions/queries.ts', PIN_RACES_TEST)(
    ['exists (select from locks where locked_until >', 'exists (select from locks where locked_until <'],
    ['        for update\n      ) as held', '      ) as held'],
    ['where distance is null and', 'where false and'],
  ),
  ...mutants('src/domain/redemptions/queries.ts', PINS_TEST)(
    ['where distance is null and', 'where'],
    [
      'r.user_id = redeeming.user_id and r.outlet_id = redeeming.outlet_id',
      'r.user_id = redeeming.outlet_id',
    ],
  ),
  ...mutants('src/domain/redemptions/pin-queries.ts', HOUSEKEEPING_TEST)(
    ['delete from pin_locks where', 'delete from pin_locks where false and'],
    ['delete from outlet_defenses where', 'delete from outlet_defenses where false and'],
    [
      'delete from pin_locks where (outlet_id, user_id) in (select outlet_id, user_id from old)',
      'delete from pin_locks',
    ],
  ),
  ...mutants(
    FACTS,
    PIN_RACES_TEST,
  )(['retryAfterSeconds: attempt ?? secondsUntil(row?.lockedUntil, now)', 'retryAfterSeconds: attempt']),
  ...mutants(ENGINE, PIN_RACES_TEST)(
    ['if (tellsOfPin(facts)) guesses', "if (decision.code === 'invalid_pin') guesses"],
    ['if (waiting && answer.isWrong) waiting.wrongPin = answer.refusal', ''],
  ),
  ...mutants(FACTS_QUERIES, TERMS_RACES_TEST)(
    [
      'case when catalog_version.version = ${terms.version} then ${newVouchers}',
      'case when ${terms.version} > 0 then ${newVouchers}',
    ],
    [
      'case when catalog_version.version = ${terms.version} then ${newOutlets}',
      'case when ${terms.version} > 0 then ${newOutlets}',
    ],
    ['then ${newVouchers}::uuid[]', 'then array(select voucher_id from asked)'],
    ['v.global_redemption_cap is not null or', ''],
  ),
  ...mutants(FACTS_QUERIES, IDEMPOTENCY_TEST)(
    ['where counts and replay is null and locked_until is null', 'where counts and locked_until is null'],
    ["and r.redeemed_at > ${now}::timestamptz - interval '24 hours') as replay", ') as replay'],
    [
      '(r.user_id, r.idempotency_key) = (asked.user_id, asked.idempotency_key)',
      'r.idempotency_key = asked.idempotency_key',
    ],
  ),
  ...mutants(ENGINE, IDEMPOTENCY_TEST)(
    ['MOST_COLLISIONS = 5', 'MOST_COLLISIONS = 4'],
    ['MOST_COLLISIONS = 5', 'MOST_COLLISIONS = 6'],
    ['earlier.requestHash === request.idempotency?.hash', 'true'],
    ['counts: attempt === undefined', 'counts: true'],
  ),
  ...mutants(ENGINE, RACE_TESTS)(
    ['if (userId === null) continue\n', ''],
    [
      'if (isDecidedOnOldFacts(error)) waitForCodes = true',
      'if (isDecidedOnOldFacts(error)) waitForCodes = false',
    ],
    ["constraint !== 'redemptions_one_per_user_and_idempotency_key'", 'constraint !== null'],
  ),
  ...mutants(REDEEM, IDEMPOTENCY_TEST)(
    ['Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))', 'Object.entries(body)'],
    ['function hashOf({ pin: _, ...body }', 'function hashOf({ ...body }'],
    ['outletId: sent.outletId.toLowerCase()', 'outletId: sent.outletId'],
  ),
  ...mutants(PREVIEW, PREVIEW_TEST)(
    ['counts: false', 'counts: true'],
    ['const [attempt = null] = judgeAttempts(loaded, now)', 'const attempt = null'],
    ['pinIsRight: null, outlet', 'outlet'],
    ['outletId === null ? undefined : facts.outlet', 'facts.outlet'],
    ['Math.max(0, redemptionCount - facts.usedByUser)', 'redemptionCount - facts.usedByUser'],
    ['Math.max(0, globalRedemptionCap - facts.usedByAll)', 'globalRedemptionCap - facts.usedByAll'],
    ["code === 'voucher_not_found' || code === 'voucher_out_of_scope'", "code === 'voucher_not_found'"],
  ),
  ...mutants(WRITE, RACE_TESTS)(
    ["raise exception 'decided on an old user quota' using errcode = 'CF001';", 'null;'],
    ['moved.used > decided.most or moved.used <> decided.used', 'moved.used > decided.most'],
    ["raise exception 'decided on an old cap' using errcode = 'CF001';", 'null;'],
    ["raise exception 'decided on an old voucher' using errcode = 'CF001';", 'null;'],
    ["raise exception 'decided on an old pool' using errcode = 'CF001';", 'null;'],
    [
      'do update set used = q.used + excluded.used\n    returning q.voucher_id',
      'do update set used = q.used\n    returning q.voucher_id',
    ],
  ),
  ...mutants(WRITE, RACE_TESTS)(
    ['is distinct from (select version from catalog_version) and exists', 'is null and exists'],
    ['is distinct from (select version from catalog_version) and exists', 'is not null or exists'],
  ),
  ...mutants(WRITE, TERMS_RACES_TEST)(['extract(epoch from clock_timestamp()) * 1000000', '0']),
  ...mutants(WRITE, CATALOG_TEST)(
    ['greatest(version + 1,', 'least(version,'],
    ['greatest(version + 1,', 'greatest(0,'],
    ["perform set_config('counterfoil.announced', 'yes', true);", ''],
    [
      "perform set_config('counterfoil.announced', 'yes', true);",
      "perform set_config('counterfoil.announced', 'yes', false);",
    ],
  ),
  ...mutants(WRITE, TERMS_RACES_TEST)(
    ['after insert or update or delete on outlets', 'after insert or delete on outlets'],
    ['after insert or update or delete on vouchers', 'after insert or delete on vouchers'],
    ['after insert or update or delete on merchants', 'after insert or delete on merchants'],
  ),
  ...mutants(TABLES, RACE_TESTS)(
    [
      'order by c.position limit wanted for update;',
      'order by c.position limit wanted for update skip locked;',
    ],
    [
      'create unique index redemptions_one_per_user_and_idempotency_key',
      'create index redemptions_one_per_user_and_idempotency_key',
    ],
  ),
  ...mutants(
    TABLES,
    REDEEM_TEST,
  )([
    'order by c.position limit wanted for update skip locked;',
    'order by c.position desc limit wanted for update skip locked;',
  ]),
  ...mutants(WRITE, REDEEM_TEST)(
    [
      "string_to_array(event_bodies, E'\\n')) as r (id, partner_id, user_id, body);",
      "string_to_array(event_bodies, E'\\n')) as r (id, partner_id, user_id, body) limit 0;",
    ],
    ['set redemption_id = r.id', 'set redemption_id = c.redemption_id'],
    ['if true = any (draws) then\n    with', 'if false then\n    with'],
    [
      'do update set used = q.used + excluded.used\n    returning q.user_id',
      'do update set used = q.used\n    returning q.user_id',
    ],
  ),
  ...mutants(
    TABLES,
    IDEMPOTENCY_TEST,
  )([
    'create unique index redemptions_code_is_unique_per_voucher',
    'create index redemptions_code_is_unique_per_voucher',
  ]),
  ...mutants(WRITE, IDEMPOTENCY_TEST)(
    ["and old.redeemed_at <= at - interval '24 hours'", "and old.redeemed_at < at - interval '24 hours'"],
    ['if cardinality(array_remove(keys, null)) > 0 then', 'if false then'],
  ),
  ...mutants(FACTS_QUERIES, REDEEM_TEST)(['and u.anonymized_at is null', '']),
  ...mutants(
    REDEEM,
    REDEEM_TEST,
  )([
    'return user instanceof Refusal ? user : deps.redemptionEngine.redeem(request, consumer.isWanted)',
    'return user instanceof Refusal ? user : outcome',
  ]),
]
