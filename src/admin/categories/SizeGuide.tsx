import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import type { Category } from '#shared/schemas/categories.ts';
import { useState } from 'react';
import { sizeGuide } from '../../api/admin-categories.ts';
import { query } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { lazy } from '../forms/lazy.tsx';
import { DeleteButton } from '../listing/DeleteButton.tsx';
import { Loading } from '../listing/Loading.tsx';
import { Section } from '../listing/Section.tsx';
import { removeSizeGuide } from './size-guides.ts';

const SizeGuideForm = lazy('form', async () => (await import('./SizeGuideForm.tsx')).SizeGuideForm);

/** The size guide of a category, with its form. */
export function SizeGuide({ category: { _id, name } }: { readonly category: Category }) {
  const [$guide] = useState(() => query(sizeGuide(_id)));
  const [adding, setAdding] = useState(false);
  return (
    <Section title="Size guide" className="panel size-guide">
      <Loading loaded={useStore($guide)} path={sizeGuide(_id).path} what="size guide">
        {({ sizeGuide: guide }) => (
          <>
            {guide || adding ? (
              <SizeGuideForm key={guide ? 'saved' : 'new'} category={_id} guide={guide} />
            ) : (
              <Button look="quiet" onClick={() => setAdding(true)}>
                Add size guide
              </Button>
            )}
            {guide && (
              <DeleteButton
                name={`size guide of ${name}`}
                question={messages.sizeGuides.confirmDelete}
                remove={async () => {
                  setAdding(false);
                  return removeSizeGuide(_id);
                }}
              />
            )}
          </>
        )}
      </Loading>
    </Section>
  );
}
