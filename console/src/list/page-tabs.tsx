import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { Loading } from '../kit/loading.tsx'
import { useListSearch } from './list-search.ts'

type Tab = { name: string; title: string; content: ReactNode }

/** The open tab is in the address. A tab may hold a list, so changing the tab leaves search and page behind. */
export function PageTabs({ label, tabs }: { label: string; tabs: [Tab, ...Tab[]] }) {
  const { search } = useListSearch()
  const navigate = useNavigate()
  const open = tabs.find(({ name }) => name === search.tab) ?? tabs[0]
  return (
    <Tabs
      value={open.name}
      onChange={(value) => void navigate({ to: '.', search: { tab: value ?? undefined } as never })}
      keepMounted={false}
    >
      <Tabs.List mb="md" aria-label={label}>
        {tabs.map(({ name, title }) => (
          <Tabs.Tab key={name} value={name}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={open.name}>
        {/* Without the key, React would keep the previous tab hidden while this one loads. */}
        <Suspense key={open.name} fallback={<Loading />}>
          {open.content}
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  )
}
