import { PageHeading } from '../list/page-heading.tsx'
import { PageTabs } from '../list/page-tabs.tsx'
import { STAFF_WORDS as words } from '../words/staff.ts'
import { KeyList } from './key-list.tsx'
import { RoleMatrix } from './role-matrix.tsx'
import { StaffList } from './staff-list.tsx'

export function StaffAndKeys() {
  return (
    <>
      <PageHeading title={words.title} />
      <PageTabs
        label={words.parts}
        tabs={[
          { name: 'people', title: words.people, content: <StaffList /> },
          { name: 'keys', title: words.keys, content: <KeyList /> },
          { name: 'roles', title: words.roles, content: <RoleMatrix /> },
        ]}
      />
    </>
  )
}
