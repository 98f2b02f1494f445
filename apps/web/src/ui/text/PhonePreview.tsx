import { SegmentedControl } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { Phone, PhoneBubble } from "./Phone.tsx";
import classes from "./PhonePreview.module.css";

/** Preview of a text on an Android or iOS phone (spec 2 §2.2). */
export function PhonePreview({
  text,
  mediaUrl,
  sender = "Your number",
}: {
  text: string;
  mediaUrl?: string | null;
  sender?: string;
}) {
  const [kind, setKind] = useLocalStorage<"android" | "ios">({ key: "trunkline.preview", defaultValue: "android" });
  return (
    <div className={classes["preview"]}>
      <SegmentedControl
        size="xs"
        aria-label="Kind of phone"
        value={kind}
        onChange={(value) => setKind(value as "android" | "ios")}
        data={[
          { value: "android", label: "Android" },
          { value: "ios", label: "iOS" },
        ]}
      />
      <Phone kind={kind} title={sender} label="Preview of the message">
        {text.trim() === "" && !mediaUrl ? (
          <p className={classes["none"]}>Your message appears here.</p>
        ) : (
          <PhoneBubble side="theirs" text={text} mediaUrl={mediaUrl ?? null} />
        )}
      </Phone>
    </div>
  );
}
