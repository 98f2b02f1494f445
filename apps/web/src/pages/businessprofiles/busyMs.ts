/** While something is on its way to the registry, the list is read again this often. */
export const busyMs = 2_000;
