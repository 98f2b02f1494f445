import { useLocalStorage } from "@mantine/hooks";
import { lazy, Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useMay } from "../api/me.ts";
import { useDialState } from "./dialStore.ts";
import { PhoneButton } from "./PhoneButton.tsx";
import { useBrowserSound } from "./sound/useBrowserSound.ts";
import { isRinging, nameOfParty, usePhone } from "./usePhone.ts";
import { useRinging } from "./useRinging.ts";

const PhonePanel = lazy(async () => ({ default: (await import("./PhonePanel.tsx")).PhonePanel }));

/** The user's phone in the browser: a button, and the open phone rendered into `place`. */
export function Phone({ place }: { place: HTMLElement | null }) {
  return useMay()("inbox-use") ? <OpenPhone place={place} /> : null;
}

function OpenPhone({ place }: { place: HTMLElement | null }) {
  useBrowserSound();
  const { data, isError } = usePhone();
  const [isMuted, setMuted] = useLocalStorage({ key: "trunkline.phone.muted", defaultValue: false });
  const [choice, setChoice] = useState<{ calls: string; isOpen: boolean } | null>(null);
  // without a connection the phone does not ring
  const ringing = isError ? undefined : data?.calls.find(isRinging);
  useRinging(ringing && nameOfParty(ringing), isMuted);
  const calls = data?.calls.map(({ offerId }) => offerId).join() ?? "";
  // a new call opens the phone; the user's choice applies only to the calls it was made for
  const isOpen = choice?.calls === calls ? choice.isOpen : calls !== "";
  const { asked } = useDialState();
  // a page asks for a number to be called
  useEffect(() => {
    if (asked !== null) setChoice({ calls, isOpen: true });
  }, [asked, calls]);
  return (
    <>
      <PhoneButton
        phone={data}
        isLost={isError}
        isOpen={isOpen}
        onPress={() => setChoice({ calls, isOpen: !isOpen })}
      />
      {isOpen && data && place
        ? createPortal(
            <Suspense>
              <PhonePanel
                phone={data}
                isMuted={isMuted}
                onMute={setMuted}
                onHide={() => setChoice({ calls, isOpen: false })}
              />
            </Suspense>,
            place,
          )
        : null}
    </>
  );
}
