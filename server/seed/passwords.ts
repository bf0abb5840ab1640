import { newOpaqueToken } from "@/server/kernel/http/client-id";

/** Returns a random password that every policy accepts. */
export const newPassword = () => `${newOpaqueToken().slice(0, 18)}-Aa1`;
