import type { ReactNode } from 'react';
import { revalidate, type Loaded } from '../../api/query.ts';
import { ListNotice } from './ListNotice.tsx';

interface LoadingProps<Body> {
  readonly loaded: Loaded<Body>;
  /** Begins the path that is read again. */
  readonly path: string;
  /** What it is, in one word. */
  readonly what: string;
  readonly children: (body: Body) => ReactNode;
}

/** A spinner, then the resource; above it what failed, with a retry. */
export function Loading<Body>({ loaded, path, what, children }: LoadingProps<Body>) {
  const { body, failure } = loaded;
  return (
    <>
      {(!body || failure) && (
        <ListNotice
          loading={!failure}
          failed={failure !== null}
          reload={() => revalidate(path)}
          what={what}
        />
      )}
      {body && children(body)}
    </>
  );
}
