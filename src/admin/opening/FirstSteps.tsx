import type { Opening } from '#shared/schemas/opening.ts';
import { steps } from './steps.ts';
import './opening.css';

/** What a new shop sets up: done as its data show it, and the way to each step. */
export function FirstSteps({ steps: found }: Pick<Opening, 'steps'>) {
  return (
    <ol className="first-steps">
      {found.map(({ step, done }) => {
        const { title, href, hint } = steps[step];
        return (
          <li key={step} data-done={done || undefined}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <circle cx="12" cy="12" r="10" />
              {done && <path d="m7 12.5 3.5 3.5L17 9" />}
            </svg>
            <p>
              {href ? (
                <a href={href}>{title}</a>
              ) : (
                <span className="first-steps__title">{title}</span>
              )}
              <span className="visually-hidden">{done ? ' (done)' : ' (to do)'}</span>
              {!done && <span className="first-steps__hint">{hint}</span>}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
