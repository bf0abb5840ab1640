import { newOpaqueToken } from "@/server/kernel/client-id";

/** A password that nobody knows before the seed and any policy accepts. */
export const newPassword = () => `${newOpaqueToken().slice(0, 18)}-Aa1`;
