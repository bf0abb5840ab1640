import { routeHandlers } from "@/server/next-mount";

export const { POST } = routeHandlers;
