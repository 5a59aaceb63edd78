import { useEffect, useRef } from 'react';

/**
 * Scrolls to an element when the URL asks for it: the browser looks for it before it exists. `onAsked` is then called.
 */
export function useFragment(id: string, onAsked?: () => void) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const look = () => {
      if (location.hash !== `#${id}`) return;
      onAsked?.();
      element.current?.scrollIntoView();
    };
    look();
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  return element;
}
