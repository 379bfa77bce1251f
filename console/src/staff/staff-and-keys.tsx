import { Tabs } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { PageHeading } from '../list/page-heading.tsx'
import { STAFF_WORDS as words } from '../words/staff.ts'
import { KeyList } from './key-list.tsx'
import { StaffList } from './staff-list.tsx'

const route = getRouteApi('/staff')

export function StaffAndKeys() {
  const { tab } = route.useSearch()
  const navigate = useNavigate()
  return (
    <>
      <PageHeading title={words.title} />
      <Tabs
        value={tab === 'keys' ? 'keys' : 'people'}
        onChange={(value) => void navigate({ to: '/staff', search: value === 'keys' ? { tab: 'keys' } : {} })}
        keepMounted={false}
      >
        <Tabs.List mb="md" aria-label={words.parts}>
          <Tabs.Tab value="people">{words.people}</Tabs.Tab>
          <Tabs.Tab value="keys">{words.keys}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="people">
          <StaffList />
        </Tabs.Panel>
        <Tabs.Panel value="keys">
          <KeyList />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
