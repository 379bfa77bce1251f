import { expect, test } from 'vitest'
import { expectQuiet, openBrowsing } from './visits.ts'

const { origin, visit } = await openBrowsing()

test('/docs shows the operations and sends no request to another host', async () => {
  const visited = await visit('/docs')
  const { page } = visited
  await page.getByText('List active merchants').first().waitFor()
  await page.getByText('List active merchants').first().click()
  await page.getByText('subCategoryId').first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(visited.requested).toContain(`${origin}/openapi.json`)
  expectQuiet(visited, origin)
})
