import { Drawer } from "@mantine/core";
import { Brand } from "./Brand.tsx";
import { Navigation } from "./Navigation.tsx";

/** The navigation on narrow screens. */
export function NavigationDrawer({ close }: { close: () => void }) {
  return (
    <Drawer
      opened
      onClose={close}
      size={264}
      title={<Brand onGo={close} />}
      closeButtonProps={{ "aria-label": "Close navigation" }}
    >
      <Navigation collapsed={false} onGo={close} />
    </Drawer>
  );
}
