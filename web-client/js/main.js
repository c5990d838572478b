import { App } from './app.js';
import { language } from './strings.js';

document.documentElement.lang = language;
new App().start();
