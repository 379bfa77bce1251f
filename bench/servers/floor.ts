/**
 * The floor: one redemption a call, with the same checks and the same writes as ours, in one stored function and without
 * HTTP. Users and vouchers come by number, so that a load generator needs no list of ids.
 */
export const FLOOR_FUNCTION = `
create table floor_users as
  select row_number() over () - 1 as n, id from users where external_user_id like 'user-%';
alter table floor_users add primary key (n);
create table floor_vouchers as
  select row_number() over (order by id) - 1 as n, id from vouchers;
alter table floor_vouchers add primary key (n);
analyze floor_users;
analyze floor_vouchers;

create function floor_redeem(user_number bigint, voucher_number bigint) returns text
language plpgsql as $$
declare
  u users; v vouchers; m merchants; o outlets;
  month text := to_char(now() at time zone 'Asia/Kuala_Lumpur', 'YYYY-MM');
  new_id uuid := uuid_v7();
  new_used integer;
  drawn text;
begin
  select users.* into u from users join floor_users using (id) where n = user_number;
  insert into redemption_attempts as held (user_id, times, granted) values (u.id, array[now()], 1)
  on conflict (user_id) do update set times = (
    array(select t from unnest(held.times) as t where t > now() - interval '60 seconds' order by t) || excluded.times
  )[1:5], granted = 1;
  select vouchers.* into v from vouchers join floor_vouchers using (id) where n = voucher_number;
  select * into m from merchants where id = v.merchant_id;
  select * into o from outlets where merchant_id = m.id limit 1;
  if v.status <> 'PUBLISHED' or not m.is_active or not o.is_active or o.pin_hash is null then return 'refused'; end if;
  perform from favorites where user_id = u.id and merchant_id = m.id;
  perform from claims where user_id = u.id and voucher_id = v.id;
  insert into user_quotas as q (user_id, voucher_id, cycle_key, used) values (u.id, v.id, month, 1)
  on conflict (user_id, voucher_id, cycle_key) do update set used = q.used + 1 where q.used < v.redemption_count
  returning used into new_used;
  if not found then return 'limit_reached'; end if;
  insert into voucher_quotas as q (voucher_id, cycle_key, used) values (v.id, month, 1)
  on conflict (voucher_id, cycle_key) do update set used = q.used + 1
    where v.global_redemption_cap is null or q.used < v.global_redemption_cap;
  if not found then raise exception 'global_cap_reached'; end if;
  if v.code_source = 'MANUAL' then
    select code into drawn from voucher_codes
    where voucher_id = v.id and redemption_id is null order by position limit 1 for update skip locked;
  end if;
  insert into redemptions (id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name,
    cycle_key, remaining, status, gps_available, gps_distance_meters, code, redeemed_at)
  values (new_id, u.partner_id, u.id, v.id, o.id, m.id, v.title, o.name, month, v.redemption_count - new_used,
    'SUCCESS', true, 11.1, drawn, now());
  if drawn is not null then
    update voucher_codes set redemption_id = new_id where voucher_id = v.id and code = drawn;
  end if;
  insert into events (id, partner_id, user_id, type, body, created_at)
  values (uuid_v7(), u.partner_id, u.id, 'REDEMPTION_CREATED', json_build_object(
    'id', uuid_v7(), 'type', 'REDEMPTION_CREATED', 'createdAt', now(), 'data', json_build_object(
      'userId', u.id, 'externalUserId', u.external_user_id, 'redemptionId', new_id, 'voucherId', v.id,
      'voucherTitle', v.title, 'outletId', o.id, 'outletName', o.name, 'status', 'SUCCESS', 'flagReason', null))::text,
    now());
  return 'redeemed';
end $$;
`
