import type { ReactNode } from 'react';
import { revalidate, type Loaded } from '../../api/query.ts';
import { ListNotice } from './ListNotice.tsx';

interface LoadingProps<Body> {
  readonly loaded: Loaded<Body>;
  /** The path prefix to reload. */
  readonly path: string;
  /** The noun for it. */
  readonly what: string;
  readonly children: (body: Body) => ReactNode;
}

/** A spinner, then the resource; on failure, an error with a retry button above it. */
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
