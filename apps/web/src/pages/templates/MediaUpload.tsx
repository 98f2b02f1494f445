import { useEffect, useRef } from "react";
import { UploadButton } from "../../ui/form/UploadButton.tsx";

/** Delay before the uploaded picture's URL fills the field (spec 2 §4.5). */
const fillDelayMs = 500;

/** Uploads a picture and fills in its public URL. */
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
