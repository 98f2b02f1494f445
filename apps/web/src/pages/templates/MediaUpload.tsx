import { useEffect, useRef } from "react";
import { UploadButton } from "../../ui/form/UploadButton.tsx";

/** An uploaded picture's address fills the field a moment later (spec 2 §4.5). */
const fillDelayMs = 500;

/** Uploads a picture for the message; its public address becomes the media URL. */
export function MediaUpload({ onFilled }: { onFilled: (url: string) => void }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <UploadButton
      type="mms-image"
      label="Upload media"
      onDone={({ publicUrl }) => {
        timer.current = setTimeout(() => onFilled(publicUrl), fillDelayMs);
      }}
    />
  );
}
