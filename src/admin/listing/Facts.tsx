import { Fragment, type ReactNode } from 'react';
import './facts.css';

interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** What is known of a record, name by name; a dash where nothing is. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value || '–'}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
