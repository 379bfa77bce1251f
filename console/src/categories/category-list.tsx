import { listCategories } from '@counterfoil/contract/admin/categories.ts'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '../api/use-api-query.ts'
import { HistoryButton } from '../history/history-button.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { TwoLines } from '../kit/two-lines.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { joinItems } from '../time/join-items.ts'
import { Moment } from '../time/moment.tsx'
import { CATEGORY_WORDS as words } from '../words/categories.ts'
import { type Category, CategoryEditor } from './category-editor.tsx'

export function CategoryList() {
  const categories = useApiQuery(listCategories, {})
  const [edited, edit] = useState<Category | 'new' | null>(null)
  return (
    <>
      <PageHeading title={words.title}>
        <Button onClick={() => edit('new')}>{words.create}</Button>
      </PageHeading>
      <Loaded of={categories}>
        {({ items }) => (
          <>
            <DataTable label={words.title} items={items} columns={columns(edit)} keyOf={({ slug }) => slug} />
            {edited !== null && (
              <CategoryEditor
                category={edited === 'new' ? null : edited}
                takenSlugs={items.map(({ slug }) => slug)}
                close={() => edit(null)}
              />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

function columns(edit: (category: Category) => void): Column<Category>[] {
  return [
    { title: words.one, cell: ({ name, slug }) => <TwoLines main={name} below={slug} /> },
    {
      title: words.subCategories,
      cell: ({ subCategories }) => joinItems(subCategories.map(({ name }) => name)) || words.noSubCategories,
    },
    { title: words.changed, nowrap: true, cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
    {
      title: words.actions,
      cell: (category) => (
        <Group gap="xs">
          <HistoryButton target={`category:${category.slug}`} name={category.name} />
          <Button size="xs" variant="default" onClick={() => edit(category)}>
            {words.edit}
          </Button>
        </Group>
      ),
    },
  ]
}
