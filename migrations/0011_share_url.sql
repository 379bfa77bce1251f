-- Users can share a voucher. Only the partner knows an address that opens its app: ours needs a token.

alter table partners add column share_url text;
comment on column partners.share_url is 'The address of a shared screen, with {path} in the place of its path. Null: users cannot share.';
