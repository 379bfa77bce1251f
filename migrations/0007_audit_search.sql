-- Entries of the audit log are searched by words, and listed by the kind of their record.

create function audit_words(actor_name text, action text, target text, before jsonb, after jsonb)
returns tsvector language plpgsql immutable parallel safe as $$
declare
  new_values text := regexp_replace(after::text, '"[A-Za-z0-9_]+": ', '', 'g');
  texts text := lower(replace(concat_ws(' ', actor_name, before::text, new_values), '\n', ' '));
  ids_and_long_words text :=
    '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[^\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f‘’“”…–—·→，。、；：！？（）「」]{60,}';
  separators text := '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f‘’“”…–—·→，。、；：！？（）「」]+';
begin
  texts := regexp_replace(texts, ids_and_long_words, ' ', 'g');
  return array_to_tsvector(array_remove(regexp_split_to_array(texts, separators), '') || array[action, target]);
end $$;
comment on function audit_words is
  'What a search of the audit log finds an entry by: its action, its target, the names of the changed fields, and the '
  'words of the actor''s name and of the values. A new record has no changed fields. Words are separated by everything in '
  'ASCII that is no letter and no digit, so that the result is the same in every locale. Ids inside of values and words of '
  '60 letters or more are left out.';

alter table audit_log add column words tsvector
  generated always as (audit_words(actor_name, action, target, before, after)) stored;
comment on column audit_log.words is
  'Stored, because a search reads the words of many entries. Erasing the texts of an entry also removes its words.';
create index audit_log_by_word on audit_log using gin (words) with (gin_pending_list_limit = 512);
comment on index audit_log_by_word is 'Finds entries by words.';
create index audit_log_by_kind on audit_log (split_part(target, ':', 1), id);
comment on index audit_log_by_kind is 'Entries can be listed by the kind of their record, newest first.';
