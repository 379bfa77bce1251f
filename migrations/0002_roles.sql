-- A member of staff or an API key of role merchant may hold several merchants, and two roles are new: viewer and
-- partner-support. The previous release reads and writes merchant_id only: a trigger keeps both columns in step, with the
-- first merchant in merchant_id, so that a node of that release shows too little rather than too much. The release after
-- this one drops merchant_id.

alter table staff add column merchant_ids uuid[];
alter table api_keys add column merchant_ids uuid[];
update staff set merchant_ids = array[merchant_id] where merchant_id is not null;
update api_keys set merchant_ids = array[merchant_id] where merchant_id is not null;
comment on column staff.merchant_ids is 'The merchants of a person of role merchant: 1 to 100. Null for all other roles.';
comment on column staff.merchant_id is 'The first of merchant_ids, for nodes of the previous release.';
comment on column api_keys.merchant_ids is 'The merchants of a key of role merchant: 1 to 100. Null for all other roles.';
comment on column api_keys.merchant_id is 'The first of merchant_ids, for nodes of the previous release.';

create function keep_first_merchant() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.merchant_ids is null and new.merchant_id is not null then
      new.merchant_ids := array[new.merchant_id];
    end if;
  elsif new.merchant_id is distinct from old.merchant_id and new.merchant_ids is not distinct from old.merchant_ids then
    new.merchant_ids := case when new.merchant_id is not null then array[new.merchant_id] end;
  end if;
  new.merchant_id := new.merchant_ids[1];
  return new;
end
$$;
comment on function keep_first_merchant() is
  'Keeps merchant_id and merchant_ids in step, whichever of them a node writes.';
create trigger keep_first_merchant before insert or update on staff
  for each row execute function keep_first_merchant();
create trigger keep_first_merchant before insert or update on api_keys
  for each row execute function keep_first_merchant();

alter table staff
  drop constraint staff_role_is_known,
  add constraint staff_role_is_known
    check (role in ('admin', 'support', 'viewer', 'merchant', 'partner', 'partner-support')),
  drop constraint staff_belong_to_what_their_role_says,
  add constraint staff_belong_to_what_their_role_says
    check ((role = 'merchant') = (merchant_ids is not null)
      and (role in ('partner', 'partner-support')) = (partner_id is not null)),
  add constraint staff_have_1_to_100_merchants
    check (cardinality(merchant_ids) between 1 and 100 and array_position(merchant_ids, null) is null);
alter table api_keys
  drop constraint api_keys_role_is_known,
  add constraint api_keys_role_is_known
    check (role in ('admin', 'support', 'viewer', 'merchant', 'partner', 'partner-support')),
  drop constraint api_keys_belong_to_what_their_role_says,
  add constraint api_keys_belong_to_what_their_role_says
    check ((role = 'merchant') = (merchant_ids is not null)
      and (role in ('partner', 'partner-support')) = (partner_id is not null)),
  add constraint api_keys_have_1_to_100_merchants
    check (cardinality(merchant_ids) between 1 and 100 and array_position(merchant_ids, null) is null);
alter table sign_in_settings
  drop constraint sign_in_settings_name_known_roles,
  add constraint sign_in_settings_name_known_roles
    check (second_factor_roles <@ array['admin', 'support', 'viewer', 'merchant', 'partner', 'partner-support']);
