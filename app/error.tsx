"use client";

// Imports the component from the providers, because every page already loads them. A separate module would load the code of
// buttons and icons again (3 KB per page).
export { PageError as default } from "@/components/providers";
