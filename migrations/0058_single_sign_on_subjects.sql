-- Single sign-on found staff by e-mail address at every sign-in, so a person who got that address at the issuer later also got the
-- account here. Now the first sign-in binds the member to one account of the issuer, and only that account signs them in.
-- Nodes of the previous release do not read this table: until they are replaced, they still go by the e-mail address.

create table staff_oidc_subjects (
  staff_id uuid not null references staff,
  issuer text not null,
  subject text not null,
  bound_at timestamptz not null,
  constraint staff_oidc_subjects_are_one_per_member_and_issuer primary key (staff_id, issuer),
  constraint staff_oidc_subjects_belong_to_one_member unique (issuer, subject)
);

comment on table staff_oidc_subjects is
  'The account at the OpenID Connect issuer that signs a staff member in. Bound at the first sign-in; an admin can release it.';
comment on column staff_oidc_subjects.issuer is 'The claim iss. A change of OIDC_ISSUER starts new bindings.';
comment on column staff_oidc_subjects.subject is 'The claim sub. The issuer never gives it to another person, unlike an e-mail address.';
