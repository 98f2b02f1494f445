/** Polling interval while a submission is pending. */
export const busyMs = 2_000;
