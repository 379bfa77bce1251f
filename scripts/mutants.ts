// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these strings are source text
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALERT_MUTANTS } from './alert-mutants.ts'
import { COUNTER_MUTANTS } from './counter-mutants.ts'
import { type Mutant, mutantsOf } from './mutants-of.ts'

const DECIDE = 'src/domain/redemptions/rules/decide.ts'
const FACTS = 'src/domain/redemptions/engine/facts.ts'
const FACTS_QUERIES = 'src/domain/redemptions/engine/facts-queries.ts'
const ATTEMPT_QUERIES = 'src/domain/redemptions/engine/attempt-queries.ts'
const TERMS = 'src/domain/redemptions/engine/terms.ts'
const DECIDE_BATCH = 'src/domain/redemptions/engine/decide-batch.ts'
const SETTLE = 'src/domain/redemptions/engine/settle-batch.ts'
const WRITE_FAILURE = 'src/domain/redemptions/engine/write-failure.ts'
const REDEEM = 'src/domain/redemptions/redeem.ts'
const PREVIEW = 'src/domain/redemptions/preview.ts'
const PREVIEW_FACTS = 'src/domain/redemptions/preview-facts.ts'
const SCHEMA = 'migrations/0001_baseline.sql'

/** Tests of pure functions, which need no database. */
const TERMS_TESTS = ['test/redemptions/terms.test.ts']
const FACTS_TESTS = ['test/redemptions/facts.test.ts']
const DECIDE_TESTS = ['test/redemptions/decide.test.ts']
const CODE_TESTS = ['test/redemptions/redemption-code.test.ts']
export const PURE_TESTS = [...TERMS_TESTS, ...FACTS_TESTS, ...DECIDE_TESTS, ...CODE_TESTS]
const REDEEM_TESTS = ['test/api/redeem.test.ts']
const LIMIT_TESTS = ['test/api/redeem-limits.test.ts']
const ONCE_TESTS = ['test/api/redeem-once.test.ts']
const PIN_TESTS = ['test/api/redeem-pins.test.ts']
const PIN_RACE_TESTS = ['test/races/pin-guesses.test.ts']
const NEWCOMER_TESTS = ['test/redemptions/newcomers.test.ts']
const HOUSEKEEPING_TESTS = ['test/redemptions/housekeeping.test.ts']
const PREVIEW_TESTS = ['test/api/preview-redemption.test.ts']
const TERMS_RACE_TESTS = ['test/races/redemption-terms.test.ts']
const CATALOG_TESTS = ['test/catalog/catalog-cache.test.ts']
const RACE_TESTS = ['test/races/redemption-traps.test.ts', 'test/races/redemptions.test.ts']

/** How often the file contains the text. If it is not exactly once, the code has changed, so adapt the mistake. */
export function countPlaces({ file, from }: Mutant): number {
  return readFileSync(join(import.meta.dirname, '..', file), 'utf8').split(from).length - 1
}

export const MUTANTS: Mutant[] = [
  ...mutantsOf(DECIDE, DECIDE_TESTS)(
    ['retryAfterSeconds === null ? null : { retryAfterSeconds }', 'null'],
    ['retryAfterSeconds === null ? null : { retryAfterSeconds }', 'brokenIf(retryAfterSeconds !== null)'],
    ["voucher === null || voucher.status === 'DRAFT'", 'voucher === null'],
    ["voucher === null || voucher.status === 'DRAFT'", "voucher?.status === 'DRAFT'"],
    ['voucherRule(checkScope)', '() => null'],
    ['outletRule(checkScope)', '() => null'],
    ['brokenIf(outlet === null)', 'null'],
    ['brokenIf(outlet === null)', 'brokenIf(outlet == null)'],
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
    ['brokenIf(!isActive)', 'null'],
    ['brokenIf(lacksPin(outlet, method))', 'null'],
    ["!hasPin && method !== 'QR' && !(", '!hasPin && !('],
    ["method === 'TEST' && redeemBy === 'QR'", "redeemBy === 'QR'"],
    ["method === 'TEST' && redeemBy === 'QR'", "method === 'TEST'"],
    ["method === 'QR' && redeemBy === 'PIN'", "redeemBy === 'PIN'"],
    ["method === 'QR' && redeemBy === 'PIN'", 'false'],
    ['facts.pinIsRight !== null && BEFORE_PIN', 'BEFORE_PIN'],
    ['pinIsRight === false', 'false'],
    ['pinIsRight === false', '!pinIsRight'],
    ['facts.defenseSeconds === null ? null : rule(outlet, facts)', 'rule(outlet, facts)'],
    ['facts.defenseSeconds === null ? null : rule(outlet, facts)', 'null'],
    ['position === null || consumer === null ?', 'consumer === null ?'],
    ['position === null || consumer === null ?', 'position === null ?'],
    ['{ retryAfterSeconds: defenseSeconds }', 'NO_DETAILS'],
    [
      "  ['too_far', defendedOutletRule(({ position }, { consumer }) => checkDistance(position, consumer))],\n",
      '',
    ],
    ["RULES.findIndex(([code]) => code === 'invalid_pin')", '1'],
    ["RULES.findIndex(([code]) => code === 'invalid_pin')", 'RULES.length'],
    ['consumer !== null && checkDistance(position, consumer) === null', 'consumer !== null'],
    ['meters <= GEOFENCE_METERS', 'meters < GEOFENCE_METERS'],
    ['meters <= GEOFENCE_METERS', 'roundToTenths(meters) <= GEOFENCE_METERS'],
    ['GEOFENCE_METERS = 150', 'GEOFENCE_METERS = 151'],
    ['distanceMeters: roundToTenths(meters)', 'distanceMeters: meters'],
    ['favoritesOnly && !isFavorite', 'false'],
    ['favoritesOnly && !isFavorite', '!isFavorite'],
    ["claimFlow === 'WALLET' && !hasClaim", 'false'],
    ["claimFlow === 'WALLET' && !hasClaim", '!hasClaim'],
    ["claimFlow !== 'WALLET' || from === null", 'from === null'],
    ['from === null || now >= from', 'from === null || now > from'],
    ["claimFlow !== 'WALLET' || until === null", 'until === null'],
    ['until === null || now < until', 'until === null || now <= until'],
    ['used < limit', 'used <= limit'],
    ['{ limit, used, cycleKey', '{ limit, used: limit + 1, cycleKey'],
    ['cap === null || used < cap', 'cap === null || used <= cap'],
    ['cap === null || used < cap', 'used < (cap ?? 0)'],
    ["codeSource === 'MANUAL' && codesLeft < 1", 'codesLeft < 1'],
    ["codeSource === 'MANUAL' && codesLeft < 1", 'false'],
    [
      'if (position === null || consumer === null) return null',
      'if (position === null || consumer === null) return NO_DETAILS',
    ],
    ["status: 'FLAGGED', flagReason: 'gps_unavailable'", "status: 'SUCCESS', flagReason: 'gps_unavailable'"],
    [
      "status: 'SUCCESS', flagReason: 'outlet_not_geolocated'",
      "status: 'FLAGGED', flagReason: 'outlet_not_geolocated'",
    ],
    ['gpsAvailable = consumer !== null', 'gpsAvailable = true'],
    [
      'gpsDistanceMeters = roundToTenths(distanceMeters(position, consumer))',
      'gpsDistanceMeters = distanceMeters(position, consumer)',
    ],
    [
      "['outlet_inactive', outletRule(({ isActive }) => brokenIf(!isActive))],\n  ['outlet_pin_not_set', outletRule((outlet, { method }) => brokenIf(lacksPin(outlet, method)))],",
      "['outlet_pin_not_set', outletRule((outlet, { method }) => brokenIf(lacksPin(outlet, method)))],\n  ['outlet_inactive', outletRule(({ isActive }) => brokenIf(!isActive))],",
    ],
  ),
  ...mutantsOf('src/domain/redemptions/engine/redemption-code.ts', CODE_TESTS)(
    ['byte & 31', 'byte & 15'],
    ['[0, 4, 8]', '[0, 4]'],
    ["'0123456789ABCDEFGHJKMNPQRSTVWXYZ'", "'0123456789ABCDEFGHIJKLMNOPQRSTUV'"],
  ),
  ...mutantsOf(TERMS, TERMS_TESTS)(
    ['version === known.version ? known', 'known.version > 0 ? known'],
    ['if (terms.version >= cached.version) cached = terms', 'cached = terms'],
    ['> maxTerms ? emptyTerms() : cached', '> maxTerms ? cached : cached'],
    ["hasPin: pinHash !== null && outlet.redeemBy !== 'QR'", 'hasPin: true'],
    ["hasPin: pinHash !== null && outlet.redeemBy !== 'QR'", 'hasPin: pinHash !== null'],
    ['latitude === null || longitude === null ? null : { latitude, longitude }', 'null'],
  ),
  ...mutantsOf(FACTS, FACTS_TESTS)(
    ['if (replay || userId === null) return null', 'if (userId === null) return null'],
    ['if (granted > 0 ||', 'if (granted >= 0 ||'],
    ['if (lockedUntil) return', 'if (false) return'],
    ['left.set(userId, granted - 1)', ''],
    ['Math.ceil((timeMs', 'Math.floor((timeMs'],
    ['Math.max(1, Math.ceil', 'Math.max(0, Math.ceil'],
    ['ATTEMPT_LIMITS.windowSeconds * 1000', 'ATTEMPT_LIMITS.windowSeconds'],
  ),
  ...mutantsOf(FACTS, LIMIT_TESTS)(
    ['{ attempts: 5,', '{ attempts: 6,'],
    ['windowSeconds: 60 }', 'windowSeconds: 59 }'],
    ["voucher?.timezone ?? 'UTC'", "'UTC'"],
    ["voucher?.cycle ?? 'ONE_TIME'", "'ONE_TIME'"],
    ['row?.used[cycle.key] ?? 0', '0'],
    ['supply?.used[cycle.key] ?? 0', '0'],
  ),
  ...mutantsOf(FACTS, REDEEM_TESTS)(
    ['row?.isFavorite ?? false', 'true'],
    ['row?.hasClaim ?? false', 'true'],
    ['scope: request.partner.scope', 'scope: null'],
    ['vault.pinMatches(outlet.id, pin, outlet.pinHash)', 'true'],
  ),
  ...mutantsOf(FACTS, RACE_TESTS)(
    ['running.usedByUser.get(userQuotaKey(request, cycle)) ??', ''],
    ['running.usedByAll.get(request.voucherId) ??', ''],
    ['running.codesLeft.get(request.voucherId) ??', ''],
  ),
  ...mutantsOf(FACTS_QUERIES, RACE_TESTS)(["voucher.codeSource !== 'MANUAL'", 'true']),
  ...mutantsOf(ATTEMPT_QUERIES, LIMIT_TESTS)(
    ['where counts and replay is null and locked_until is null', 'where counts and replay is null'],
    ['|| excluded.times\n      )[1:${attempts}]', '|| excluded.times\n      )'],
  ),
  ...mutantsOf(
    FACTS_QUERIES,
    LIMIT_TESTS,
  )(['and l.user_id = u.id and l.locked_until > ${now}::timestamptz', 'and l.user_id = u.id']),
  ...mutantsOf(FACTS_QUERIES, PIN_TESTS)(
    ['on a.uses_pin and d.outlet_id = a.outlet_id and d.defended_until >', 'on d.defended_until >'],
    ['and d.defended_until > ${now}::timestamptz', ''],
    ['and not has_redeemed_at(resolved.user_id, resolved.outlet_id)', ''],
  ),
  ...mutantsOf(SCHEMA, PIN_TESTS)(
    ['r.user_id = of_user and r.outlet_id = at_outlet', 'r.user_id = of_user'],
    ['r.user_id = of_user and r.outlet_id = at_outlet', 'r.outlet_id = at_outlet'],
  ),
  ...mutantsOf(SCHEMA, LIMIT_TESTS)(
    ['f.user_id = guess.user_id and f.at > lock_window_start', 'f.at > lock_window_start'],
    ['f.user_id = guess.user_id and f.at > lock_window_start', 'f.user_id = guess.user_id'],
    ['and f.at > lock_window_start', 'and f.at >= lock_window_start'],
    [
      'where f.outlet_id = guess.outlet_id and f.user_id = guess.user_id and',
      'where f.user_id = guess.user_id and',
    ],
  ),
  ...mutantsOf(SCHEMA, PIN_TESTS)(
    ['if not is_newcomer then', 'if false then'],
    ['has_redeemed_at(guess.user_id, guess.outlet_id)', 'has_redeemed_at(guess.outlet_id, guess.outlet_id)'],
    ['f.at > defense_window_start and f.by_newcomer', 'f.at > defense_window_start'],
    ['f.at > defense_window_start and f.by_newcomer', 'f.at >= defense_window_start and f.by_newcomer'],
    ['(outlet_defended_until is null or guess.is_at_outlet)', 'outlet_defended_until is null'],
    ['outlet_defended_until is not null or max_of_newcomers', 'max_of_newcomers'],
    ['and is_newcomer and (\n        outlet_defended_until', 'and (\n        outlet_defended_until'],
  ),
  ...mutantsOf(SCHEMA, NEWCOMER_TESTS)(
    ['and r.id >= first_id and r.id < end_id', 'and r.id < end_id'],
    ['and r.id >= first_id and r.id < end_id', 'and r.id >= first_id'],
    ['max(uuid_v7_time(id))', 'min(uuid_v7_time(id))'],
    ["    where substr(id::text, 15, 1) = '7'\n", ''],
    ['(guess.is_wrong or outlet_defended_until is not null)\n      and', ''],
    ['(guess.is_wrong or outlet_defended_until is not null)', 'guess.is_wrong'],
  ),
  ...mutantsOf(SCHEMA, PIN_RACE_TESTS)(
    ['if guess.is_wrong and user_locked_until is null and', 'if guess.is_wrong and'],
    ['and (outlet_defended_until is null or guess.is_at_outlet)', ''],
    [
      'on conflict (outlet_id) do update set guessed_at = greatest(d.guessed_at, excluded.guessed_at);',
      'on conflict (outlet_id) do nothing;',
    ],
  ),
  ...mutantsOf('src/domain/redemptions/engine/pin-guesses.ts', LIMIT_TESTS)(
    ['wrongPins: 10,', 'wrongPins: 9,'],
    ['wrongPins: 10,', 'wrongPins: 11,'],
    ['windowMs: 24 * HOUR_MS, lastsMs: HOUR_MS', 'windowMs: 24 * HOUR_MS, lastsMs: 2 * HOUR_MS'],
  ),
  ...mutantsOf('src/domain/redemptions/engine/pin-guesses.ts', PIN_TESTS)(
    ['wrongPins: 20,', 'wrongPins: 19,'],
    ['wrongPins: 20,', 'wrongPins: 21,'],
    ['windowMs: 10 * MINUTE_MS, lastsMs: HOUR_MS', 'windowMs: 10 * MINUTE_MS, lastsMs: 2 * HOUR_MS'],
  ),
  ...mutantsOf('src/domain/redemptions/engine/pin-guesses.ts', PIN_RACE_TESTS)(
    ['retryAfterSeconds: secondsUntil(userLockedUntil, now)', 'retryAfterSeconds: null'],
    ['defenseSeconds: secondsUntil(outletDefendedUntil, now)', 'defenseSeconds: null'],
    ['isAtOutlet: isAtOutlet(facts)', 'isAtOutlet: true'],
  ),
  ...mutantsOf('src/domain/redemptions/engine/write-queries.ts', PIN_RACE_TESTS)(
    ['exists (select from locks where locked_until >', 'exists (select from locks where locked_until <'],
    ['\n      for update of l', ''],
    ['on r.outlet_id = d.outlet_id and r.distance is null', 'on false'],
  ),
  ...mutantsOf('src/domain/redemptions/engine/write-queries.ts', PIN_TESTS)(
    ['on r.outlet_id = d.outlet_id and r.distance is null', 'on r.outlet_id = d.outlet_id'],
    ['has_redeemed_at(r.user_id, r.outlet_id)', 'has_redeemed_at(r.outlet_id, r.outlet_id)'],
  ),
  ...mutantsOf('src/platform/database/deletion-before.ts', HOUSEKEEPING_TESTS)(
    ['delete from ${rows} where', 'delete from ${rows} where false and'],
    ['delete from ${rows} where ctid = any (array(select ctid from old))', 'delete from ${rows}'],
    ['for update skip locked', ''],
  ),
  ...mutantsOf(
    FACTS,
    PIN_RACE_TESTS,
  )(['retryAfterSeconds: attempt ?? secondsUntil(row?.lockedUntil, now)', 'retryAfterSeconds: attempt']),
  ...mutantsOf(
    DECIDE_BATCH,
    PIN_RACE_TESTS,
  )(['if (revealsPin(facts)) guesses', "if (decision.code === 'invalid_pin') guesses"]),
  ...mutantsOf(SETTLE, PIN_RACE_TESTS)(['if (entry && isWrong) entry.countedPinRefusal = refusal', '']),
  ...mutantsOf(FACTS_QUERIES, TERMS_RACE_TESTS)(
    [
      'case when catalog_version.version = ${known.version} then ${missingFrom(known.vouchers, ids)}',
      'case when ${known.version} > 0 then ${missingFrom(known.vouchers, ids)}',
    ],
    [
      'case when catalog_version.version = ${known.version} then ${missingFrom(known.outlets, ids)}',
      'case when ${known.version} > 0 then ${missingFrom(known.outlets, ids)}',
    ],
    ['then ${missingFrom(known.vouchers, ids)}::uuid[]', 'then array(select voucher_id from incoming)'],
    [
      'case when catalog_version.version = ${known.version} then ${arrayLiteral([...new Set(ids)])}',
      'case when ${known.version} > 0 then ${arrayLiteral([...new Set(ids)])}',
    ],
  ),
  ...mutantsOf(SCHEMA, TERMS_RACE_TESTS)(['v.global_redemption_cap is not null or', '']),
  ...mutantsOf(
    ATTEMPT_QUERIES,
    ONCE_TESTS,
  )(['where counts and replay is null and locked_until is null', 'where counts and locked_until is null']),
  ...mutantsOf(FACTS_QUERIES, ONCE_TESTS)(
    ["and k.redeemed_at > ${now}::timestamptz - interval '24 hours') as replay", ') as replay'],
    ['(k.user_id, k.key) = (incoming.user_id, incoming.idempotency_key)', 'k.key = incoming.idempotency_key'],
  ),
  ...mutantsOf(SETTLE, ONCE_TESTS)(
    ['MAX_CODE_COLLISIONS = 5', 'MAX_CODE_COLLISIONS = 4'],
    ['MAX_CODE_COLLISIONS = 5', 'MAX_CODE_COLLISIONS = 6'],
    ["countsAsAttempt: attempt.state === 'not_judged'", 'countsAsAttempt: true'],
  ),
  ...mutantsOf(DECIDE_BATCH, ONCE_TESTS)(['earlier.requestHash !== request.idempotency?.hash', 'false']),
  ...mutantsOf(SETTLE, RACE_TESTS)(
    ['if (userId === null) continue\n', ''],
    ["failure === 'old_facts') waitForCodes = true", "failure === 'old_facts') waitForCodes = false"],
  ),
  ...mutantsOf(WRITE_FAILURE, RACE_TESTS)(['isIdempotencyKeyUsed(error) ||', '']),
  ...mutantsOf('src/domain/redemptions/request-hash.ts', ONCE_TESTS)(
    ['Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))', 'Object.entries(body)'],
    ['function hashOf({ pin: _, ...body }', 'function hashOf({ ...body }'],
  ),
  ...mutantsOf(REDEEM, ONCE_TESTS)(['outletId: body.outletId.toLowerCase()', 'outletId: body.outletId']),
  ...mutantsOf(PREVIEW_FACTS, PREVIEW_TESTS)(
    ['countsAsAttempt: false', 'countsAsAttempt: true'],
    ['const [attempt = null] = judgeAttempts(loaded, now)', 'const attempt = null'],
    ['pinIsRight: null, outlet', 'outlet'],
    ['outletId === null ? undefined : facts.outlet', 'facts.outlet'],
  ),
  ...mutantsOf(PREVIEW, PREVIEW_TESTS)(
    ['Math.max(0, redemptionCount - facts.usedByUser)', 'redemptionCount - facts.usedByUser'],
    ['Math.max(0, globalRedemptionCap - facts.usedByAll)', 'globalRedemptionCap - facts.usedByAll'],
    ["code === 'voucher_not_found' || code === 'voucher_out_of_scope'", "code === 'voucher_not_found'"],
  ),
  ...mutantsOf(SCHEMA, RACE_TESTS)(
    ["raise exception 'decided on an old user quota' using errcode = 'CF001';", 'null;'],
    ['moved.used > decided.most or moved.used <> decided.used', 'moved.used > decided.most'],
    ["raise exception 'decided on an old cap' using errcode = 'CF001';", 'null;'],
    ["raise exception 'decided on an old pool' using errcode = 'CF001';", 'null;'],
    [
      'do update set used = q.used + excluded.used\n    returning q.voucher_id',
      'do update set used = q.used\n    returning q.voucher_id',
    ],
  ),
  ...mutantsOf(SCHEMA, RACE_TESTS)(
    ["raise exception 'decided on an old voucher' using errcode = 'CF001';", 'null;'],
    [
      '\n        or (v.value_minor, v.value_currency, v.value_decimals) is distinct from (r.minor, r.currency, r.decimals)',
      '',
    ],
    ['is distinct from (select version from catalog_version) then', 'is null then'],
    [
      'if exists (\n      select from (\n        select distinct',
      'if true or exists (\n      select from (\n        select distinct',
    ],
  ),
  ...mutantsOf(
    SCHEMA,
    TERMS_RACE_TESTS,
  )([
    '    set version = greatest(version + 1, (extract(epoch from clock_timestamp()) * 1000000)',
    '    set version = greatest(version + 1, (0)',
  ]),
  ...mutantsOf(SCHEMA, CATALOG_TESTS)(
    ['    set version = greatest(version + 1,', '    set version = least(version,'],
    ['    set version = greatest(version + 1,', '    set version = greatest(0,'],
    ["perform set_config('counterfoil.announced', 'yes', true);", ''],
    [
      "perform set_config('counterfoil.announced', 'yes', true);",
      "perform set_config('counterfoil.announced', 'yes', false);",
    ],
  ),
  ...mutantsOf(SCHEMA, TERMS_RACE_TESTS)(
    ['after insert or update or delete on outlets', 'after insert or delete on outlets'],
    ['after insert or update or delete on vouchers', 'after insert or delete on vouchers'],
    ['after insert or update or delete on merchants', 'after insert or delete on merchants'],
  ),
  ...mutantsOf(
    SCHEMA,
    RACE_TESTS,
  )([
    'order by c.position limit wanted for update;',
    'order by c.position limit wanted for update skip locked;',
  ]),
  ...mutantsOf(
    SCHEMA,
    REDEEM_TESTS,
  )([
    'order by c.position limit wanted for update skip locked;',
    'order by c.position desc limit wanted for update skip locked;',
  ]),
  ...mutantsOf(SCHEMA, REDEEM_TESTS)(
    ["string_to_table(event_bodies, E'\\n'), at;", "string_to_table(event_bodies, E'\\n'), at limit 0;"],
    ['set redemption_id = r.id', 'set redemption_id = c.redemption_id'],
    ['if true = any (draws) then', 'if false then'],
  ),
  ...mutantsOf(
    SCHEMA,
    REDEEM_TESTS,
  )([
    'do update set used = q.used + excluded.used\n    returning q.user_id',
    'do update set used = q.used\n    returning q.user_id',
  ]),
  ...mutantsOf(
    SCHEMA,
    RACE_TESTS,
  )(["raise exception 'another batch used an idempotency key' using errcode = 'CF003';", 'null;']),
  ...mutantsOf(SCHEMA, ONCE_TESTS)(
    ['create unique index redemptions_default_code', 'create index redemptions_default_code'],
    ['where known.redeemed_at <= day_ago', 'where known.redeemed_at < day_ago'],
  ),
  ...mutantsOf(SCHEMA, ONCE_TESTS)(['if cardinality(array_remove(keys, null)) > 0 then', 'if false then']),
  ...mutantsOf('src/domain/redemptions/engine/load-facts.ts', ['test/cells/cells.test.ts'])(
    ['countsAsAttempt && !replay', 'countsAsAttempt'],
    ['unused > 0', 'unused > 1'],
  ),
  ...mutantsOf(FACTS_QUERIES, REDEEM_TESTS)(['and u.anonymized_at is null', '']),
  ...mutantsOf(
    REDEEM,
    REDEEM_TESTS,
  )([
    'return user instanceof Refusal ? user : engine.redeem(request, consumer.isClientConnected)',
    'return user instanceof Refusal ? user : outcome',
  ]),
  ...COUNTER_MUTANTS,
  ...ALERT_MUTANTS,
]
