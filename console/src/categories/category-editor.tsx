import { listCategories, putCategory } from '@counterfoil/contract/admin/categories.ts'
import { CategorySlug } from '@counterfoil/contract/shapes/fields.ts'
import { Stack } from '@mantine/core'
import { ApiError } from '../api/api-error.ts'
import { call, type ResponseBody } from '../api/call.ts'
import { EditorForm } from '../form/editor-form.tsx'
import { TextField } from '../form/fields.tsx'
import { type Translations, TranslationsField } from '../form/translations-field.tsx'
import { useEditor } from '../form/use-editor.ts'
import { Dialog } from '../kit/dialog.tsx'
import { notifyDone } from '../kit/notify.ts'
import { joinItems } from '../time/join-items.ts'
import { CATEGORY_LABELS, CATEGORY_WORDS as words } from '../words/categories.ts'
import { SubCategoriesField, type SubCategory } from './sub-categories-field.tsx'
import { subCategoryTexts } from './sub-category-texts.tsx'

export type Category = ResponseBody<typeof listCategories>['items'][number]

type Values = { slug: string; name: string; subCategories: SubCategory[]; translations: Translations }

const { properties, required } = putCategory.body
const BODY = { properties: { ...properties, slug: CategorySlug }, required: [...required, 'slug'] }

/** The route replaces a category whole, so the stored version is compared before writing. */
export function CategoryEditor({
  category,
  takenSlugs,
  close,
}: {
  category: Category | null
  takenSlugs: string[]
  close: () => void
}) {
  const editor = useEditor<Values, Category>({
    draftKey: `category:${category?.slug ?? 'new'}`,
    body: BODY,
    labels: CATEGORY_LABELS,
    stored: category ? valuesOf(category) : { slug: '', name: '', subCategories: [], translations: {} },
    version: category?.version ?? null,
    save: async (_, version, { slug, ...content }) => {
      if (version === null && takenSlugs.includes(slug)) throw new ApiError({ code: 'slug_taken' })
      if (version !== null && (await load(slug)).version !== version)
        throw new ApiError({ code: 'version_conflict' })
      return call(putCategory, { params: { slug }, body: content })
    },
    reload: async () => {
      const theirs = await load(category?.slug ?? '')
      return { stored: valuesOf(theirs), version: theirs.version }
    },
    saved: ({ name }) => {
      notifyDone(words.saved(name))
      close()
    },
    fieldOfCode: { slug_taken: 'slug', sub_category_in_use: 'subCategories' },
    describe: (name, value) =>
      name === 'subCategories' ? joinItems((value as SubCategory[]).map((one) => one.name)) : null,
  })
  return (
    <Dialog onClose={close} title={category ? words.editTitle(category.name) : words.createTitle}>
      <EditorForm editor={editor} {...(!category && { action: words.createAction })}>
        <Stack gap="md">
          {!category && <TextField of={editor} name="slug" hint={words.slugHint} autoFocus />}
          <TextField of={editor} name="name" />
          <SubCategoriesField
            label={CATEGORY_LABELS.subCategories}
            value={editor.form.values.subCategories}
            error={editor.form.errors.subCategories}
            onChange={(next) => editor.form.setFieldValue('subCategories', next)}
          />
          <TranslationsField of={editor} more={subCategoryTexts(editor)} />
        </Stack>
      </EditorForm>
    </Dialog>
  )
}

function valuesOf({ slug, name, subCategories, translations }: Category): Values {
  return { slug, name, subCategories, translations }
}

async function load(slug: string): Promise<Category> {
  const { items } = await call(listCategories, {})
  const found = items.find((category) => category.slug === slug)
  if (!found) throw new ApiError({ code: 'not_found' })
  return found
}
