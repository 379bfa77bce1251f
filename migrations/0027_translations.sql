-- Texts of merchants, outlets, vouchers and categories can be shown in the language of the user. The existing columns keep
-- the text in the base language, which events and snapshots use.

alter table merchants add column translations jsonb not null default '{}';
alter table outlets add column translations jsonb not null default '{}';
alter table vouchers add column translations jsonb not null default '{}';
alter table categories add column translations jsonb not null default '{}';
alter table sub_categories add column translations jsonb not null default '{}';

alter table merchants add constraint merchants_translations_are_an_object check (jsonb_typeof(translations) = 'object');
alter table outlets add constraint outlets_translations_are_an_object check (jsonb_typeof(translations) = 'object');
alter table vouchers add constraint vouchers_translations_are_an_object check (jsonb_typeof(translations) = 'object');
alter table categories add constraint categories_translations_are_an_object check (jsonb_typeof(translations) = 'object');
alter table sub_categories add constraint sub_categories_translations_are_an_object
  check (jsonb_typeof(translations) = 'object');

comment on column merchants.translations is
  'Texts by language tag, as in {"ms": {"description": "…"}}. A missing text is shown in the base language. The other translations columns mean the same.';
