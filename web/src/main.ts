import "./style/tokens.css";
import "./style/base.css";
import "./style/dice.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { loadTexts } from "./words/texts.svelte";
import { chooseLanguage } from "./words/words.svelte";
import { keepPage } from "./local/version.svelte";
import { followLook } from "./settings.svelte";

const target = document.getElementById("app");
if (target) {
  followLook();
  void chooseLanguage().then(() => {
    mount(App, { target });
    void loadTexts("said"); // not needed for the first screen, and soon after it
  });
  // On plain http a browser allows no worker; the page then needs its server, and nothing else changes.
  if (import.meta.env.PROD) keepPage();
}
