import { useQuery } from '../api/use-query.ts'
import { PinIcon } from '../components/icons.tsx'
import { words } from '../language/words.ts'
import type { HomeFilter } from '../routing/route.ts'
import { fetchCategories } from './home-queries.ts'

type Choice = { id: string; name: string; isOn: boolean; choose: () => void }

/** Views and categories. A tap on a selected chip clears it. */
export function Filters({ filter, choose }: { filter: HomeFilter; choose: (filter: HomeFilter) => void }) {
  const categories = useQuery('categories', fetchCategories).data
  const { home } = words
  const { only, category, subCategoryId } = filter
  const views = ['near', 'featured', 'new', 'favorites'] as const
  const chosen = categories?.find(({ slug }) => slug === category)
  return (
    <>
      <Chips
        label={home.filters}
        choices={views.map((view) => ({
          id: view,
          name: home[view],
          isOn: only === view,
          choose: () => choose({ ...filter, only: only === view ? undefined : view }),
        }))}
      />
      <Chips
        label={home.categories}
        class="kinds"
        choices={[
          { id: 'all', name: home.all, isOn: category === undefined, choose: () => choose({ only }) },
          ...(categories ?? []).map(({ slug, name }) => ({
            id: slug,
            name,
            isOn: slug === category,
            choose: () => choose({ only, category: slug === category ? undefined : slug }),
          })),
        ]}
      />
      {chosen && chosen.subCategories.length > 0 && (
        <Chips
          label={home.subCategories}
          choices={chosen.subCategories.map(({ id, name }) => ({
            id,
            name,
            isOn: id === subCategoryId,
            choose: () => choose({ only, category, subCategoryId: id === subCategoryId ? undefined : id }),
          }))}
        />
      )}
    </>
  )
}

function Chips({ label, choices, class: name = '' }: { label: string; choices: Choice[]; class?: string }) {
  return (
    <fieldset class={`chips ${name}`} aria-label={label}>
      {choices.map((choice) => (
        <button key={choice.id} type="button" class="chip" aria-pressed={choice.isOn} onClick={choice.choose}>
          <span>
            {choice.id === 'near' && <PinIcon />}
            {choice.name}
          </span>
        </button>
      ))}
    </fieldset>
  )
}
