import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'

const { server } = await createHarness({ demo: false })
const withDemo = await createHarness({ demo: true })

const open = (app: typeof server, accept: string) =>
  app.inject({ method: 'GET', url: '/', headers: { accept } })

test('200: a browser gets a page with links to the console and the reference', async () => {
  const page = await open(server, 'text/html,application/xhtml+xml,*/*;q=0.8')
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers.vary).toContain('accept')
  expect([...page.body.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path)).toEqual([
    '/console/',
    '/docs/',
    '/docs/api',
    '/openapi.json',
  ])
})

test('200: a program gets the same links as JSON', async () => {
  const response = await open(server, '*/*')
  expect([response.statusCode, response.json()]).toEqual([
    200,
    {
      name: 'Counterfoil',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      links: {
        ...{ Console: '/console/', Documentation: '/docs/', 'API reference': '/docs/api' },
        'OpenAPI document': '/openapi.json',
      },
    },
  ])
})

test('with DEMO, the first link opens the demo', async () => {
  expect((await open(withDemo.server, 'text/html')).body).toContain('<a href="/demo">')
  expect((await open(withDemo.server, '*/*')).json().links).toMatchObject({ Demo: '/demo' })
})

test('every link is served', async () => {
  const { links } = (await open(server, '*/*')).json()
  for (const path of Object.values(links) as string[]) {
    expect([path, (await server.inject({ method: 'GET', url: path })).statusCode]).toEqual([path, 200])
  }
})
