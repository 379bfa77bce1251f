import { useEffect, useRef, useState } from 'preact/hooks'
import { afterFirstPicture } from './first-picture.ts'

const MARGIN = '250px'

/** Whether an element is in sight or soon will be. On a slow line the browser's own laziness reaches screens ahead. */
export function useNear<E extends Element>() {
  const element = useRef<E>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !element.current) return
    const look: IntersectionObserverCallback = (seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) afterFirstPicture().then(() => setNear(true))
    }
    const watch = new IntersectionObserver(look, { rootMargin: MARGIN })
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [isNear])
  return { element, isNear }
}
