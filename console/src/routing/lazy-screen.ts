import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'

/**
 * A screen that is loaded when it is opened first. `object`: the type of a screen depends on the router, which depends
 * on the screens, so the compiler must not look into the module here.
 */
export function lazyScreen(load: () => Promise<object>, name: string): RouteComponent {
  return lazyRouteComponent(load as () => Promise<Record<string, RouteComponent>>, name)
}
