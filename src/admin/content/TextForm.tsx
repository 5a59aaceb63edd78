import { textSection } from '#shared/schemas/home.ts';
import { pictureUrl } from '../../ui/picture-url.ts';
import { Check, Field, TextArea } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form, LinkField } from '../forms/Form.tsx';
import { saveTextSection, type TextSection } from './home.ts';

interface TextFormProps {
  /** Null for a new one. */
  readonly section: TextSection | null;
  readonly onDone: () => void;
}

const schema = textSection.pick({ heading: true, text: true, link: true, linkText: true });

/** A section of text, with a picture and a link if it has them. */
export function TextForm({ section, onDone }: TextFormProps) {
  const { heading = '', text = '', link = '', linkText = '', image = '' } = section ?? {};
  const form = useForm({
    schema,
    values: { heading, text, link, linkText },
    save: (values, data) =>
      saveTextSection(
        {
          ...{ kind: 'text', id: section?.id ?? crypto.randomUUID(), ...values },
          ...{ shown: section?.shown ?? true, image: data.has('without') ? '' : image },
        },
        data.get('image'),
      ),
    onSaved: onDone,
  });
  return (
    <Form form={form} submit={section ? 'Update' : 'Add'}>
      <Field label="Heading" {...form.field('heading')} maxLength={100} autoComplete="off" />
      <TextArea
        label="Text"
        {...form.field('text')}
        rows={6}
        maxLength={2000}
        hint="An empty line begins a paragraph."
      />
      {image && (
        <>
          <img className="content-picture" src={pictureUrl(image, 320)} alt="Shown now" />
          <Check label="Remove the picture" name="without" />
        </>
      )}
      <Field
        label={image ? 'Another picture' : 'Picture'}
        name="image"
        type="file"
        accept="image/*"
        error={form.errorOf('image')}
      />
      <LinkField label="Link" {...form.field('link')} />
      <Field label="Link text" {...form.field('linkText')} placeholder="See more" maxLength={100} />
    </Form>
  );
}
