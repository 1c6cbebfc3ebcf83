'use strict';
// The tree of captures: filters, arrow keys, and what is opened on paper.
(() => {
	const tree = document.querySelector('.tree'), form = document.querySelector('.sieve');
	if (!tree)
		return;
	const regions = [...tree.querySelectorAll('.region')], button = document.getElementById('open-tree');
	const nodes = () => [...tree.querySelectorAll('details')];
	// A line can be seen: nothing around it is hidden or closed.
	const lines = () => [...tree.querySelectorAll('summary, .found > a, .rest a, .also a')].filter(e => e.checkVisibility ? e.checkVisibility() : e.offsetParent);

	function sift() {
		const kinds = new Set([...form.querySelectorAll('[value]:checked')].map(input => input.value));
		const onlyFound = document.getElementById('to-findings').checked;
		let shown = 0;
		for (const li of tree.querySelectorAll('.folder, .file'))
			li.hidden = true;
		for (const li of regions) {
			li.hidden = !kinds.has(li.dataset.kind) || (onlyFound && !li.querySelector('.found'));
			shown += !li.hidden;
			for (let e = li.parentElement.closest('li'); e && !li.hidden && e.hidden; e = e.parentElement.closest('li'))
				e.hidden = false;
		}
		for (const li of tree.querySelectorAll('.region li:not(.found)'))
			li.hidden = onlyFound && !li.querySelector('.found');
		document.getElementById('no-place').hidden = shown > 0;
		nameButton();
	}

	const isShown = details => !details.parentElement.closest('[hidden]');
	function nameButton() {
		button.textContent = nodes().some(d => d.open && isShown(d)) ? 'Close all' : 'Open all';
	}
	function openAll() {
		const all = nodes().filter(isShown), close = all.some(d => d.open);
		all.forEach(d => { d.open = !close; });
	}

	function move(from, by) {
		const all = lines(), next = all[all.indexOf(from) + by];
		if (next)
			next.focus();
	}
	function inward(line) {
		const details = line.closest('details');
		if (line.matches('summary') && !details.open)
			details.open = true;
		else
			move(line, 1);
	}
	function outward(line) {
		const details = line.closest('details');
		if (line.matches('summary') && details.open) {
			details.open = false;
			return;
		}
		const outer = (line.matches('summary') ? details.parentElement : line).closest('details');
		if (outer && tree.contains(outer))
			outer.querySelector('summary').focus();
	}

	tree.addEventListener('keydown', event => {
		if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
			return;
		const line = event.target.closest('summary, a');
		const keys = {ArrowDown: () => move(line, 1), ArrowUp: () => move(line, -1), ArrowRight: () => inward(line), ArrowLeft: () => outward(line)};
		if (!line || !keys[event.key])
			return;
		event.preventDefault();
		keys[event.key]();
	});
	form.addEventListener('input', sift);
	form.addEventListener('submit', event => event.preventDefault());
	button.addEventListener('click', openAll);
	let naming = 0; // thousands may open at once
	tree.addEventListener('toggle', () => {
		cancelAnimationFrame(naming);
		naming = requestAnimationFrame(nameButton);
	}, true);

	// A link into the tree opens what is around its end.
	function reveal(id) {
		const target = id && document.getElementById(id);
		if (!target || !tree.contains(target))
			return;
		if (target.closest('[hidden]')) {
			form.reset();
			sift();
		}
		for (let e = target; e && e !== tree; e = e.parentElement)
			if (e.matches('details'))
				e.open = true;
		target.scrollIntoView({block: 'center'});
		(target.querySelector('summary') || target).focus();
	}
	addEventListener('hashchange', () => reveal(location.hash.slice(1)));

	// Paper has no clicks: the ways to findings are printed open, a small tree whole.
	let opened = [];
	addEventListener('beforeprint', () => {
		const all = nodes().filter(d => !d.open && isShown(d));
		opened = all.length <= 150 ? all : all.filter(d => d.querySelector('.found')).slice(0, 500);
		opened.forEach(d => { d.open = true; });
	});
	addEventListener('afterprint', () => opened.forEach(d => { d.open = false; }));

	form.hidden = false;
	nameButton();
	reveal(location.hash.slice(1));
})();
