/** The path of the registry's webhook. */
export const registryWebhookPath = "/hooks/registry";
