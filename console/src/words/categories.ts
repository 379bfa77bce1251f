export const CATEGORY_WORDS = {
  title: 'Categories',
  one: 'Category',
  subCategories: 'Sub-categories',
  noSubCategories: 'None',
  changed: 'Changed',
  actions: 'Actions',
  edit: 'Change',
  editTitle: (name: string) => `Change ${name}`,
  create: 'New category',
  createTitle: 'New category',
  createAction: 'Create category',
  saved: (name: string) => `“${name}” is saved.`,
  slugHint: 'Upper-case letters, digits and underscores. It can’t be changed later.',
  add: 'Add a sub-category',
  newName: 'Name of the sub-category',
  removeOne: (name: string) => `Remove ${name || 'the new sub-category'}`,
  removeHint: 'A sub-category that merchants use can’t be removed.',
} as const

export const CATEGORY_LABELS = {
  slug: 'Slug',
  name: 'Name',
  subCategories: 'Sub-categories',
  translations: 'Translations',
} as const
