import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import type { ReactNode } from 'react';
import { revalidate, type Loaded } from '../../api/query.ts';
import { BackLink } from './BackLink.tsx';
import { ListNotice } from './ListNotice.tsx';
import { ScreenHead } from './ScreenHead.tsx';

interface DetailScreenProps<Body, Row> {
  /** The list that the record belongs to. */
  readonly back: readonly [href: string, label: string];
  readonly $query: ReadableAtom<Loaded<Body>>;
  readonly path: string;
  /** Gets the record from the response; undefined if it does not exist. */
  readonly find: (body: Body) => Row | undefined;
  /** The noun for it. */
  readonly what: string;
  /** The title and text if it does not exist. */
  readonly missing: readonly [title: string, text?: string];
  readonly children: (row: Row) => ReactNode;
}

/** The screen of one record, including its loading, error and not-found states. */
export function DetailScreen<Body, Row>(props: DetailScreenProps<Body, Row>) {
  const { back, $query, path, find, what, missing, children } = props;
  const { body, failure } = useStore($query);
  // If the shop does not respond, the record may still exist: keep what is shown.
  const unknown = failure?.status === 404 || failure?.status === 400;
  const row = body && !unknown ? find(body) : undefined;
  const notThere = unknown || (body !== null && !row);
  return (
    <>
      <BackLink href={back[0]}>{back[1]}</BackLink>
      {row ? (
        children(row)
      ) : (
        <>
          <ScreenHead
            title={notThere ? missing[0] : what.charAt(0).toUpperCase() + what.slice(1)}
          />
          {notThere ? (
            <p>{missing[1]}</p>
          ) : (
            <ListNotice
              loading={!failure}
              failed={failure !== null}
              reload={() => revalidate(path)}
              what={what}
            />
          )}
        </>
      )}
    </>
  );
}
