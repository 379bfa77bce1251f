-- Nobody could see who had created an API key or whether it was still in use, no key ended by itself, and a person who was
-- deactivated kept the keys that they had created. A key now has an owner, an optional end, and its last use.
alter table api_keys
  add column owner_id uuid references staff (id),
  -- The release before does not name the creator. Its keys have no owner.
  add column created_by text not null default 'key',
  add column expires_at timestamptz,
  add column last_used_at timestamptz,
  add column last_used_address text,
  add constraint api_keys_creator_is_known check (created_by in ('staff', 'key', 'cli', 'system')),
  add constraint api_keys_of_a_person_have_an_owner check ((created_by = 'staff') = (owner_id is not null)),
  add constraint api_keys_end_after_they_begin check (expires_at > created_at);

-- The audit log knows who created the keys so far. The key of a test twin was created with its partner.
update api_keys set created_by = entry.created_by, owner_id = entry.owner_id
from (
  select target, at, staff.id as owner_id,
    case when actor_kind = 'staff' and staff.id is null then 'key' else actor_kind end as created_by
  from audit_log left join staff on actor_kind = 'staff' and staff.id::text = actor_id
  where action in ('key.create', 'sandbox.create') and actor_kind in ('staff', 'key', 'cli', 'system')
) as entry
where entry.target = 'key:' || api_keys.id
  or (entry.target = 'partner:' || partner_id and entry.at = api_keys.created_at);

create index api_keys_by_owner on api_keys (owner_id) where revoked_at is null;

comment on column api_keys.owner_id is 'The person who created it. Null: not a person, see created_by.';
comment on column api_keys.expires_at is 'From this time on, the key is refused. Null: it works until it is revoked.';
comment on column api_keys.last_used_at is 'Stored at most once a minute. Null: it was never used.';
