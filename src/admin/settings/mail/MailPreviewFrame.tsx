import { mailTextInput, type MailPreview, type MailText } from '#shared/schemas/mail.ts';
import { useEffect, useRef, useState } from 'react';
import { previewMail } from '../../../api/admin-mail.ts';

const pauseMs = 400;

/** A debounced preview of an email with these texts. While they are invalid, the last preview stays. */
export function MailPreviewFrame({ kind, subject, opening }: MailText) {
  const [preview, setPreview] = useState<MailPreview | null>(null);
  const [height, setHeight] = useState(640);
  const hasShown = useRef(false);
  useEffect(() => {
    if (!mailTextInput.safeParse({ subject, opening }).success) return;
    let isCurrent = true;
    const timer = setTimeout(
      () => {
        void previewMail(kind, { subject, opening }).then((reply) => {
          if (!reply.ok || !isCurrent) return;
          hasShown.current = true;
          setPreview(reply);
        });
      },
      hasShown.current ? pauseMs : 0,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [kind, subject, opening]);
  return (
    <section className="mail-preview" aria-labelledby="mail-preview-heading">
      <h2 id="mail-preview-heading">Preview</h2>
      <p className="mail-preview__subject">{preview?.subject}</p>
      <iframe
        title="The email as HTML"
        sandbox="allow-same-origin"
        srcDoc={preview?.html ?? ''}
        style={{ height }}
        onLoad={({ currentTarget: { contentDocument } }) => {
          if (preview && contentDocument) setHeight(contentDocument.body.offsetHeight + 2);
        }}
      />
      <details>
        <summary>Plain text</summary>
        <pre>{preview?.text}</pre>
      </details>
    </section>
  );
}
