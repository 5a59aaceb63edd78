import { Button } from './Button.tsx';
import style from './MoreButton.module.css';
import { useHydrated } from './use-hydrated.ts';

interface MoreButtonProps {
  readonly name: string;
  readonly onMore: () => Promise<void>;
}

/** A button that loads the next page of a list. */
export function MoreButton({ name, onMore }: MoreButtonProps) {
  const hydrated = useHydrated();
  return (
    <div className={style.more}>
      <Button
        look="quiet"
        disabled={!hydrated}
        data-hydrating={hydrated ? undefined : ''}
        onClick={onMore}
      >
        {name}
      </Button>
      <noscript>
        <p className="field__hint">Loading more needs JavaScript in this browser.</p>
      </noscript>
    </div>
  );
}
