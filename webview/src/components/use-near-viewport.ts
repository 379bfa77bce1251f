import { useEffect, useRef, useState } from 'preact/hooks'
import { afterFirstPicture } from './first-picture.ts'

const VIEWPORT_MARGIN = '250px'

/** Whether an element is in view or near it. The browser's own lazy loading fetches too far on slow connections. */
export function useNearViewport<E extends Element>() {
  const element = useRef<E>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !element.current) return
    const onIntersection: IntersectionObserverCallback = (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) afterFirstPicture().then(() => setNear(true))
    }
    const observer = new IntersectionObserver(onIntersection, { rootMargin: VIEWPORT_MARGIN })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isNear])
  return { element, isNear }
}
