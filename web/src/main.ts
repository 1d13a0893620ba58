import "./style/tokens.css";
import "./style/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { chooseLanguage } from "./words/words.svelte";
import { followLook } from "./settings.svelte";

const target = document.getElementById("app");
if (target) {
  followLook();
  void chooseLanguage().then(() => mount(App, { target }));
}
