-- Staff choose the language of the console and of their e-mails.

alter table staff add column language text,
  add constraint staff_language_is_known check (language in ('en', 'ms', 'zh-Hans', 'ar'));
comment on column staff.language is 'The language of the console and of e-mails. Null: that of the browser.';
