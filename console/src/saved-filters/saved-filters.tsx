import {
  deleteSavedFilter,
  type FilteredList,
  listSavedFilters,
  NOT_SAVED,
  saveFilter,
} from '@counterfoil/contract/admin/saved-filters.ts'
import { ActionIcon, Button, Checkbox, Group, Menu, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, type ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { checkFields } from '../form/check-field.ts'
import { Confirm } from '../kit/confirm.tsx'
import { useAction } from '../kit/use-action.ts'
import { useListSearch } from '../list/list-search.ts'
import { useCan } from '../session/use-session.ts'
import { KIT_WORDS } from '../words/kit.ts'
import { SAVED_FILTER_WORDS as words } from '../words/saved-filters.ts'

type Filter = ResponseBody<typeof listSavedFilters>['items'][number]
type Search = Filter['search']

/** Own and shared filters of a list: choose one, save the present ones, delete one. */
export function SavedFiltersMenu({ list }: { list: FilteredList }) {
  const { search } = useListSearch()
  const navigate = useNavigate()
  const can = useCan()
  const [isOpen, setOpen] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const filters = useApiQuery(listSavedFilters, isOpen ? { query: { list } } : null)
  const present = savedPart(search)
  const apply = (filter: Filter) => void navigate({ to: '.', search: filter.search as never })
  return (
    <>
      <Menu opened={isOpen} onChange={setOpen} position="bottom-end" width={300}>
        <Menu.Target>
          <Button variant="default">{KIT_WORDS.savedFilters}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {filters.data?.items.length === 0 && <Menu.Label>{words.none}</Menu.Label>}
          {filters.data?.items.map((filter) => (
            <Row key={filter.id} filter={filter} apply={() => apply(filter)} />
          ))}
          {can(saveFilter) && <Menu.Divider />}
          {can(saveFilter) && (
            <Menu.Item disabled={Object.keys(present).length === 0} onClick={() => setSaving(true)}>
              {Object.keys(present).length === 0 ? words.nothingToSave : words.save}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isSaving && (
        <SaveDialog
          list={list}
          search={present}
          isCut={'userId' in search && search.userId !== undefined}
          close={() => setSaving(false)}
        />
      )}
    </>
  )
}

/** Which drawer is open, and on which page, belongs to no filter. */
function savedPart(search: Record<string, unknown>): Search {
  return Object.fromEntries(
    Object.entries(search).filter(
      ([name, value]) => value !== undefined && name !== 'open' && !NOT_SAVED.includes(name),
    ),
  ) as Search
}

function Row({ filter, apply }: { filter: Filter; apply: () => void }) {
  const { id, name, isOwn, isShared, ownerName } = filter
  const remove = useAction(() => call(deleteSavedFilter, { params: { id } }), {
    done: () => words.removed(name),
  })
  return (
    <Group gap={4} wrap="nowrap">
      <Menu.Item onClick={apply}>
        <Text size="sm" className="wrap">
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {isOwn ? (isShared ? words.isShared : words.own) : words.by(ownerName)}
        </Text>
      </Menu.Item>
      {isOwn && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={words.remove(name)}
          loading={remove.isPending}
          onClick={() => remove.mutate(undefined)}
        >
          ×
        </ActionIcon>
      )}
    </Group>
  )
}

function SaveDialog({
  list,
  search,
  isCut,
  close,
}: {
  list: FilteredList
  search: Search
  isCut: boolean
  close: () => void
}) {
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const body = { list, name: name.trim(), search, isShared }
  const problem = checkFields(saveFilter.body, body).name
  return (
    <Confirm
      title={words.saveTitle}
      action={words.saveAction}
      isBlocked={problem !== undefined}
      confirm={() => call(saveFilter, { body })}
      done={() => words.saved(body.name)}
      close={close}
      consequence={
        <Stack gap="md">
          {isCut && <Text size="sm">{words.leftOut}</Text>}
          <TextInput
            label={words.name}
            withAsterisk
            value={name}
            error={name === '' ? null : problem}
            onChange={({ currentTarget: { value } }) => setName(value)}
            data-autofocus
          />
          <Checkbox
            label={words.shared}
            checked={isShared}
            onChange={({ currentTarget: { checked } }) => setShared(checked)}
          />
        </Stack>
      }
    />
  )
}
