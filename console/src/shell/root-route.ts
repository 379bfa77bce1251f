import './screen-data.ts'
import { createRootRoute } from '@tanstack/react-router'
import { NotFound } from './not-found.tsx'
import { Shell } from './shell.tsx'

/** The parent of every screen. */
export const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound })
