import { create } from "zustand";

/** Whether the list of keys is open. */
export const useKeysOpen = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

/** Opens or closes the list of keys. */
export const showKeys = (isOpen: boolean): void => useKeysOpen.setState({ isOpen });
