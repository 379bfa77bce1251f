-- The data of one person can be erased: the external id goes, and files of archives are rewritten. Only comments change.
comment on column users.external_user_id is
  'The partner''s own id of the user: the "sub" claim of its tokens. Once the user has been erased: erased-<id>.';
comment on table archived_months is 'The months of redemptions that were archived. Only sha256 ever changes.';
comment on column archived_months.sha256 is 'Of the file. It changes when the data of a user is erased from the file.';
