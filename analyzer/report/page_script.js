// The findings: filters, groups, keys, and what is opened on paper.
(() => {
	const get = id => document.getElementById(id);
	const groups = get('groups'), form = document.querySelector('.filters');
	if (!groups)
		return;
	const findings = [...groups.querySelectorAll('.finding')];
	const byRule = [...groups.children]; // as written; the script's own groups take their place
	const levels = ['error', 'warning', 'note'];
	const names = {error: 'errors', warning: 'warnings', note: 'notes'};
	const NOBODY = 'nobody';

	// What a finding is looked for by: its text, once.
	const records = findings.map((element, order) => {
		const place = element.querySelector('.place').textContent;
		const path = place.slice(0, place.lastIndexOf(':'));
		return {
			element, order, path, level: element.dataset.level, rule: element.dataset.rule, owner: element.dataset.owner || NOBODY,
			isTest: 'test' in element.dataset, isSilenced: 'silenced' in element.dataset, folder: path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.', text: '',
		};
	});
	const count = (key, value) => records.reduce((n, r) => n + (r[key] === value), 0);
	const values = key => [...new Set(records.map(r => r[key]))].sort();

	function option(select, value, label) {
		const element = document.createElement('option');
		element.value = value;
		element.textContent = label;
		select.append(element);
	}

	function fillFilters() {
		const box = form.querySelector('.levels');
		for (const level of levels.filter(l => count('level', l))) {
			const label = document.createElement('label'), input = document.createElement('input');
			input.type = 'checkbox';
			input.id = 'level-' + level;
			input.defaultChecked = true;
			label.append(input, `${names[level]} ${count('level', level)}`);
			box.append(label);
		}
		option(get('rule'), '', 'all');
		values('rule').forEach(r => option(get('rule'), r, `${r} (${count('rule', r)})`));
		option(get('owner'), '', 'all');
		values('owner').forEach(o => option(get('owner'), o, `${o} (${count('owner', o)})`));
		const hasOwners = records.some(r => r.owner !== NOBODY);
		form.querySelector('.owners').hidden = !hasOwners;
		if (!hasOwners)
			get('by').querySelector('[value=owner]').remove();
		form.querySelector('.tests').hidden = !records.some(r => r.isTest);
		form.querySelector('.silenced').hidden = !records.some(r => r.isSilenced);
		form.hidden = false;
	}

	function passes(r, state) {
		if (state.hidden.has(r.level) || (state.rule && r.rule !== state.rule) || (state.owner && r.owner !== state.owner) || (!state.tests && r.isTest) || (!state.silenced && r.isSilenced))
			return false;
		if (!state.words.length)
			return true;
		r.text = r.text || r.element.textContent.toLowerCase();
		return state.words.every(word => r.text.includes(word));
	}

	function read() {
		return {
			hidden: new Set(levels.filter(l => get('level-' + l) && !get('level-' + l).checked)),
			rule: get('rule').value, owner: get('owner').value, tests: get('tests').checked, silenced: get('silenced').checked, by: get('by').value,
			words: get('q').value.toLowerCase().split(/\s+/).filter(Boolean),
		};
	}

	let grouped = 'rule';
	function group(by) {
		if (by === grouped)
			return;
		grouped = by;
		groups.classList.toggle('grouped', by !== 'rule');
		const sections = new Map();
		const sorted = by === 'rule' ? records : [...records].sort((a, b) =>
			(a[by] < b[by] ? -1 : a[by] > b[by] ? 1 : 0) || a.isSilenced - b.isSilenced || levels.indexOf(a.level) - levels.indexOf(b.level) ||
			(a.path < b.path ? -1 : a.path > b.path ? 1 : 0) || a.order - b.order);
		if (by === 'rule')
			byRule.forEach(section => sections.set(section.id.slice('group-'.length), section));
		for (const r of sorted) {
			let section = sections.get(r[by]);
			if (!section) {
				section = document.createElement('section');
				section.className = 'group';
				const title = document.createElement('h3'), name = document.createElement('span'), number = document.createElement('span');
				name.className = 'name';
				name.textContent = r[by];
				number.className = 'count';
				title.append(name, ' ', number);
				section.append(title);
				sections.set(r[by], section);
			}
			section.append(r.element);
		}
		groups.replaceChildren(...sections.values());
	}

	function update() {
		const state = read();
		let shown = 0;
		group(state.by);
		for (const r of records) {
			r.element.hidden = !passes(r, state);
			shown += !r.element.hidden;
		}
		for (const section of groups.children) {
			const n = section.querySelectorAll('.finding:not([hidden])').length;
			section.hidden = !n;
			section.querySelector('.count').textContent = n;
		}
		form.querySelector('.shown').textContent = shown === records.length ? `${shown} findings` : `${shown} of ${records.length} findings`;
		get('none').hidden = shown > 0;
		remember(state);
	}

	// The filters stand in the address, so that a view can be kept and sent.
	function remember(state) {
		const words = new URLSearchParams();
		if (state.by !== 'rule') words.set('by', state.by);
		if (state.words.length) words.set('q', state.words.join(' '));
		if (state.rule) words.set('rule', state.rule);
		if (state.owner) words.set('owner', state.owner);
		if (!state.tests) words.set('tests', 'no');
		if (!state.silenced) words.set('silenced', 'no');
		if (state.hidden.size) words.set('without', [...state.hidden].join(' '));
		const view = words.toString() ? '#view?' + words : '';
		if (view || location.hash.startsWith('#view?'))
			history.replaceState(null, '', view || location.pathname + location.search);
	}

	function recall() {
		if (!location.hash.startsWith('#view?'))
			return;
		const words = new URLSearchParams(location.hash.slice('#view?'.length));
		for (const id of ['by', 'q', 'rule', 'owner'])
			if (words.has(id))
				get(id).value = words.get(id);
		for (const id of ['by', 'rule', 'owner']) // a value that is no choice here
			if (get(id).selectedIndex < 0)
				get(id).selectedIndex = 0;
		get('tests').checked = words.get('tests') !== 'no';
		get('silenced').checked = words.get('silenced') !== 'no';
		for (const level of (words.get('without') || '').split(' '))
			if (levels.includes(level) && get('level-' + level))
				get('level-' + level).checked = false;
	}

	// Why and how to fix is told once a rule; an open finding gets its copy.
	function explain(element) {
		const why = element.querySelector('.why'), page = get('rule-' + element.dataset.rule);
		if (!page || why.dataset.full)
			return;
		why.dataset.full = 'yes';
		const parts = [['Why it costs', 'Why this matters'], ['Good', 'How to fix it']];
		const box = document.createElement('div');
		for (const [part, title] of parts) {
			const source = page.querySelector(`[data-part="${part}"]`);
			if (!source)
				continue;
			const copy = source.cloneNode(true);
			copy.querySelector('h4').textContent = title;
			box.append(copy);
		}
		why.before(box);
		box.className = 'why';
		why.querySelector('a').textContent = 'All about ' + element.dataset.rule;
	}

	function reveal(id) {
		const target = id && get(id);
		const finding = target && target.closest('.finding');
		if (finding) {
			if (finding.hidden) {
				form.reset();
				update();
			}
			finding.open = true;
			finding.scrollIntoView({block: 'center'});
		}
	}

	const visible = () => [...groups.querySelectorAll('.finding:not([hidden])')];
	function move(by) {
		const all = visible(), at = all.indexOf(document.activeElement && document.activeElement.closest('.finding'));
		const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(Math.max(at + by, 0), all.length - 1)];
		if (!next)
			return;
		const summary = next.querySelector('summary');
		summary.focus({preventScroll: true});
		summary.scrollIntoView({block: 'nearest'});
	}

	function openAll() {
		const all = visible(), close = all.some(f => f.open);
		all.forEach(f => { f.open = !close; });
	}
	function nameButton() {
		get('open').textContent = visible().some(f => f.open) ? 'Close all' : 'Open all';
	}

	let pending = 0, naming = 0; // thousands may open at once
	form.addEventListener('input', event => {
		clearTimeout(pending);
		pending = setTimeout(update, event.target.id === 'q' ? 120 : 0);
	});
	form.addEventListener('submit', event => event.preventDefault());
	form.addEventListener('reset', () => setTimeout(update));
	get('open').addEventListener('click', openAll);
	groups.addEventListener('toggle', event => {
		if (event.target.open && event.target.classList.contains('finding'))
			explain(event.target);
		cancelAnimationFrame(naming);
		naming = requestAnimationFrame(nameButton);
	}, true);
	addEventListener('hashchange', () => reveal(location.hash.slice(1)));
	addEventListener('keydown', event => {
		if (event.ctrlKey || event.metaKey || event.altKey)
			return;
		if (event.target.closest('input, select, textarea')) {
			if (event.key === 'Escape')
				event.target.blur();
			return;
		}
		const keys = {j: () => move(1), k: () => move(-1), x: openAll, '/': () => get('q').focus()};
		if (!keys[event.key])
			return;
		event.preventDefault();
		keys[event.key]();
	});
	// Paper has no clicks: what passes the filters is printed open, but not when there are too many to read.
	let opened = [];
	addEventListener('beforeprint', () => {
		opened = visible().filter(f => !f.open).slice(0, 500);
		opened.forEach(f => { f.open = true; });
	});
	addEventListener('afterprint', () => opened.forEach(f => { f.open = false; }));

	fillFilters();
	recall();
	update();
	reveal(location.hash.slice(1));
})();
