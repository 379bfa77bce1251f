import { lazy } from 'react'
import { PageHeading } from '../list/page-heading.tsx'
import { PageTabs } from '../list/page-tabs.tsx'
import { STAFF_WORDS as words } from '../words/staff.ts'
import { StaffList } from './staff-list.tsx'

const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }))
const RoleMatrix = lazy(async () => ({ default: (await import('./role-matrix.tsx')).RoleMatrix }))

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
